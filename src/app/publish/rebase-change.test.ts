/** The same change on a base that moved, over the real store of git objects. */
import { beforeEach, describe, expect, it } from "vitest";
import { honest } from "../../core/gate/cases/honest-attempt.ts";
import type { AttemptRecord } from "../../core/run/index.ts";
import { repoPathOf, type Oid } from "../../core/snapshot/index.ts";
import { parseEdits } from "../../core/role/index.ts";
import { createGitEngine, type GitEngine } from "../../../workers/git/engine.ts";
import { rebaseChange } from "./rebase-change.ts";

let git: GitEngine;
let base: Oid;

const LINES = Array.from({ length: 20 }, (_, at) => `const line${String(at)} = ${String(at)};`);
const text = (lines: readonly string[]): string => `${lines.join("\n")}\n`;
const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);

beforeEach(async () => {
  git = createGitEngine();
  const opened = await git.open(
    {
      kind: "files",
      name: "tools",
      files: [["src/a.ts", text(LINES)] as const, ["src/gone.ts", "x\n"] as const, ["README.md", "r\n"] as const].map(
        ([path, content]) => ({ path, blob: new Blob([content]), executable: false }),
      ),
    },
    { signal: new AbortController().signal, onProgress: () => undefined, token: null },
  );
  if (!opened.ok) throw new Error("not opened");
  base = opened.value.snapshot.oid;
});

const put = (tree: Oid, files: Readonly<Record<string, string | null>>): Promise<Oid> =>
  git.overlay(
    tree,
    Object.entries(files).map(([path, content]) => ({ path: repoPathOf(path), bytes: content === null ? null : bytes(content) })),
  );
const recordOf = (candidate: Oid): AttemptRecord =>
  ({
    subject: { base, ticket: honest.ticket },
    evidence: { ...honest, snapshots: { ...honest.snapshots, base, candidate } },
    texts: [
      { path: repoPathOf("src/a.ts"), role: "fixer", before: "", after: "" },
      { path: repoPathOf("tests/a.test.ts"), role: "test-writer", before: null, after: "" },
    ],
  }) as unknown as AttemptRecord;

describe("a change on a base that moved on", () => {
  it("is answered by role, on top of what is there now", async () => {
    const ours = LINES.map((line, at) => (at === 2 ? "const line2 = 'fixed';" : line));
    const theirs = LINES.map((line, at) => (at === 17 ? "const line17 = 'theirs';" : line));
    const candidate = await put(base, { "src/a.ts": text(ours), "tests/a.test.ts": "a ```` test\n", "src/gone.ts": null });
    const now = await put(base, { "src/a.ts": text(theirs), "README.md": "other\n" });
    const change = await rebaseChange(recordOf(candidate), now, git);
    if (!change.ok) throw new Error(change.error.message);
    const reply = (role: "fixer" | "test-writer" | "reviewer") => change.value(honest.ticket.id, role, 1, 0);
    expect(reply("reviewer")).toBeNull();
    const fixer = parseEdits(reply("fixer") ?? "");
    const both = LINES.map((line, at) => (at === 2 ? "const line2 = 'fixed';" : at === 17 ? "const line17 = 'theirs';" : line));
    expect(fixer).toMatchObject({
      ok: true,
      value: [
        { kind: "write", path: "src/a.ts", text: text(both) },
        { kind: "delete", path: "src/gone.ts" },
      ],
    });
    expect(parseEdits(reply("test-writer") ?? "")).toMatchObject({
      ok: true,
      value: [{ kind: "write", path: "tests/a.test.ts", text: "a ```` test\n" }],
    });
  });

  it("says where both sides changed the same lines", async () => {
    const candidate = await put(base, { "src/a.ts": text(LINES.map((line, at) => (at === 2 ? "ours" : line))) });
    const now = await put(base, { "src/a.ts": text(LINES.map((line, at) => (at === 2 ? "theirs" : line))) });
    const change = await rebaseChange(recordOf(candidate), now, git);
    expect(change).toMatchObject({ ok: false, error: { message: expect.stringContaining("src/a.ts, lines") as unknown } });
  });

  it("says that it is there already", async () => {
    const candidate = await put(base, { "src/gone.ts": null });
    expect(await rebaseChange(recordOf(candidate), candidate, git)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("already") as unknown },
    });
  });
});
