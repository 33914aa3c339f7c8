/**
 * The same change on a base that has moved on. Git's three-way merge says what the change is there; the writing roles then
 * "answer" with it, and every gate judges it anew. Nothing of the old verdicts is carried over.
 */
import { err, ok, type Result } from "../../core/result.ts";
import type { WritingRole } from "../../core/role/index.ts";
import type { AttemptRecord } from "../../core/run/index.ts";
import type { Oid } from "../../core/snapshot/index.ts";
import { isTestPath } from "../../core/write-mask/index.ts";
import type { GitStore, ScriptedReplies } from "../ports/index.ts";
import { textAt } from "../repository-desk.ts";

export interface RebaseProblem {
  readonly message: string;
  readonly advice: string;
}

/** Both trees must be held by `git`: the run's base, and the one that is there now. */
export async function rebaseChange(
  record: AttemptRecord,
  newBase: Oid,
  git: GitStore,
): Promise<Result<ScriptedReplies, RebaseProblem>> {
  const { base, ticket } = record.subject;
  const { candidate } = record.evidence.snapshots;
  const merged = await git.merge(base, [
    { name: "what is there now", changes: await git.diff(base, newBase) },
    { name: ticket.id, changes: await git.diff(base, candidate) },
  ]);
  if (!merged.ok)
    return err({
      message: `The change no longer fits: ${merged.error.conflicts.map(({ path, lines }) => `${path}, lines ${String(lines[0])} to ${String(lines[1])}`).join("; ")} changed on both sides.`,
      advice: "Run the ticket afresh on the base that is open now.",
    });
  const { changes } = await git.diff(newBase, merged.value);
  if (changes.length === 0)
    return err({ message: "The base that is there now has this change already.", advice: "There is nothing left to publish." });
  const files = await git.files(merged.value);
  const replies: Record<WritingRole, string[]> = { fixer: [], "test-writer": [] };
  for (const { path, after } of changes) {
    const role = record.texts.find((text) => text.path === path)?.role ?? (isTestPath(path) ? "test-writer" : "fixer");
    if (after === null) {
      replies[role].push(`Delete: ${path}`);
      continue;
    }
    const text = textAt(files, path);
    if (text === null || text.trim() === "" || text.includes("\r"))
      return err({
        message: `${path} can't be written again as it is: it is empty, no UTF-8 text, or has other line ends than LF.`,
        advice: "Run the ticket afresh on the base that is open now.",
      });
    const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
    replies[role].push(`File: ${path}`, `${fence}\n${text.replace(/\n$/, "")}\n${fence}`);
  }
  return ok((id, role) => (id !== ticket.id || role === "reviewer" ? null : replies[role].join("\n\n")));
}
