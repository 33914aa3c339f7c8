/** Is every changed path inside its role's mask? Judged again from the change sets, whatever the workspace let through. */
import type { RoleChanges } from "../../evidence/index.ts";
import type { FileMode } from "../../snapshot/index.ts";
import { denyForm, judgePath, liftOf, maskFor } from "../../write-mask/index.ts";
import type { Gate } from "../gate.ts";
import { count, inquire, type Inquiry } from "../verdicts.ts";

export const scopeGate: Gate = {
  id: "scope",
  version: 1,
  question: "Did each role change only what it may?",
  judge: (evidence) =>
    inquire(
      evidence,
      {
        pass: () =>
          `${count(evidence.fix.changes.length, "path")} by the fixer and ${count(evidence.tests.changes.length, "path")} by the test-writer, all inside their masks`,
      },
      (inquiry) => {
        const { fix, tests, snapshots, denied } = evidence;
        const fits = (changes: RoleChanges, role: string, result: string) =>
          changes.role === role && changes.base === snapshots.base && changes.result === result;
        if (!fits(fix, "fixer", snapshots.fix) || !fits(tests, "test-writer", snapshots.baseWithTests))
          inquiry.unknown("EV4", "the change sets are of other snapshots than the ones that were graded");
        for (const changes of [fix, tests]) judgeChanges(inquiry, changes);
        for (const write of denied)
          inquiry.error({
            rule: "SC2",
            message: `the ${write.role} tried to ${write.operation} ${JSON.stringify(write.path)}: ${write.message}`,
          });
        if (fix.changes.length === 0) inquiry.error({ rule: "SC4", message: "the fixer changed nothing" });
        const byFixer = new Set(fix.changes.map((change) => change.path));
        for (const change of tests.changes)
          if (byFixer.has(change.path))
            inquiry.error({ rule: "SC5", path: change.path, message: `${change.path} was changed by both roles` });
        judgeNames(inquiry);
        const inspection = inquiry.maybe("inspection");
        for (const fact of inspection?.facts ?? [])
          if (fact.kind === "name-collision")
            inquiry.error({
              rule: "SC6",
              path: fact.path,
              message: `${fact.path} and ${fact.text} are one name on some file systems`,
            });
          else if (
            fact.kind === "generated-or-vendored" &&
            !evidence.ticket.touches.includes(fact.path) &&
            evidence.ticket.file !== fact.path
          )
            inquiry.error({
              rule: "SC7",
              path: fact.path,
              line: fact.line,
              message: `${fact.path} is generated or vendored, and the ticket does not name it`,
            });
      },
    ),
};

function judgeChanges(inquiry: Inquiry, changes: RoleChanges): void {
  const { ticket, baseline } = inquiry.evidence;
  const ran = new Set(baseline.flatMap((run) => run.value.files.map((file) => file.path)));
  const mask = maskFor(changes.role, ticket);
  const before = new Map<string, FileMode>();
  for (const change of changes.changes) if (change.before !== null) before.set(change.path, change.before.mode);
  const folders = new Set([...ran].map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/")))));
  const tree = {
    modeOf: (path: string): FileMode | null => before.get(path) ?? null,
    // A fixture stands beside a test that the suite runs; which name it has does not matter here.
    names: (folder: string): readonly string[] =>
      folders.has(folder) ||
      changes.changes.some((change) => change.path.startsWith(`${folder}/`) && /\.(test|spec)\./.test(change.path))
        ? ["a.test.ts"]
        : [],
  };
  for (const change of changes.changes) {
    const { path } = change;
    if (change.after?.mode === "120000" || change.before?.mode === "120000") {
      inquiry.error({ rule: "SC3", path, message: `the ${changes.role} changed the symbolic link ${path}` });
      continue;
    }
    const judged = judgePath(mask, path, tree);
    if (!judged.ok) {
      const asRun = changes.role === "test-writer" && judged.error.rule === "WM8" && ran.has(path);
      if (!asRun) inquiry.error({ rule: judged.error.rule, path, message: judged.error.message });
      continue;
    }
    const lifted = liftOf(mask, path);
    if (lifted !== null)
      inquiry.note({ rule: "SC8", path, message: `${path} is protected; the ticket names ${lifted}, so it may be changed` });
    if (change.before !== null && change.after !== null && change.before.mode !== change.after.mode)
      inquiry.note({ rule: "SC9", path, message: `mode changed`, expected: change.before.mode, received: change.after.mode });
  }
}

/** Two names that are one on somebody's disk. A rename that only changes the case leaves one of them, and is fine. */
function judgeNames(inquiry: Inquiry): void {
  const { fix, tests } = inquiry.evidence;
  const kept = new Map<string, string>();
  for (const change of [...fix.changes, ...tests.changes]) {
    if (change.after === null) continue;
    const form = denyForm(change.path);
    const other = kept.get(form);
    if (other !== undefined && other !== change.path)
      inquiry.error({ rule: "SC6", path: change.path, message: `${change.path} and ${other} are one name on some file systems` });
    kept.set(form, change.path);
  }
}
