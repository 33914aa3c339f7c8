/** No diagnostic that base did not have, and no hole torn into the types to get there. */
import { AS_ELSEWHERE, type Diagnostic } from "../../evidence/index.ts";
import type { RepoPath } from "../../snapshot/index.ts";
import type { Gate } from "../gate.ts";
import { count, firstLine, inquire } from "../verdicts.ts";

export const typecheckGate: Gate = {
  id: "typecheck",
  version: 2,
  question: "Does the type check say nothing new?",
  judge: (evidence) => {
    let old = 0;
    return inquire(
      evidence,
      { pass: () => (old === 0 ? "no diagnostics" : `no new diagnostics; ${count(old, "was", "were")} there before`) },
      (inquiry) => {
        const base = inquiry.need("typecheckBase");
        const candidate = inquiry.need("typecheckCandidate");
        for (const report of [base, candidate]) {
          const blocking = report.unsupported.find((entry) => entry.affects);
          if (blocking !== undefined)
            inquiry.unknown(
              "EV7",
              `the type check does not do this, and it could change a result: ${blocking.what}. ${blocking.advice}`,
            );
        }
        if (!base.applicable && !candidate.applicable) inquiry.notApplicable("the repository has no TypeScript to check");
        if (base.applicable !== candidate.applicable)
          inquiry.unknown("TC4", "there is a type check on one of base and candidate only");
        if (base.typescript.version !== candidate.typescript.version || base.typescript.from !== candidate.typescript.from)
          inquiry.unknown(
            "TC5",
            `base was checked with TypeScript ${base.typescript.version}, the candidate with ${candidate.typescript.version}`,
          );

        const moved = new Map<RepoPath, RepoPath>();
        for (const changes of [evidence.fix.changes, evidence.tests.changes])
          for (const gone of changes) {
            if (gone.after !== null) continue;
            const name = gone.path.slice(gone.path.lastIndexOf("/") + 1);
            const to = changes.find(
              (change) => change.before === null && (change.after?.oid === gone.before?.oid || change.path.endsWith(`/${name}`)),
            );
            if (to !== undefined) moved.set(gone.path, to.path);
          }
        const left = new Map<string, number>();
        for (const diagnostic of base.diagnostics) {
          const key = keyOf(diagnostic, moved);
          left.set(key, (left.get(key) ?? 0) + 1);
        }
        for (const diagnostic of candidate.diagnostics) {
          const key = keyOf(diagnostic, new Map());
          const known = left.get(key) ?? 0;
          if (known > 0) {
            left.set(key, known - 1);
            old++;
            continue;
          }
          inquiry.error({
            rule: "TC1",
            message: `TS${String(diagnostic.code)}: ${firstLine(diagnostic.message)}`,
            ...(diagnostic.path === undefined ? {} : { path: diagnostic.path }),
            ...(diagnostic.line === undefined ? {} : { line: diagnostic.line }),
          });
        }
        for (const fact of inquiry.need("inspection").facts) {
          const at = { path: fact.path, line: fact.line };
          const source = fact.role === "fixer";
          if (fact.kind === "any-added")
            inquiry[source && fact.text !== AS_ELSEWHERE ? "error" : "note"]({
              rule: "TC2",
              ...at,
              message: `a new \`any\`: ${fact.text}`,
            });
          else if (fact.kind === "suppression-added")
            inquiry[source && silencesTypes(fact.text) ? "error" : "note"]({
              rule: "TC3",
              ...at,
              message: `a new suppression: ${fact.text}`,
            });
          else if (fact.kind === "option-loosened")
            inquiry.error({ rule: "TC7", ...at, message: `the type check asks less than before: ${fact.text}` });
          else if (fact.kind === "type-assertion-added")
            inquiry.note({ rule: "TC6", ...at, message: `a type assertion: ${fact.text}` });
        }
      },
    );
  },
};

/** `@ts-…`, and lint rules that stand for type safety; a formatter's or coverage's comment is somebody else's question. */
function silencesTypes(text: string): boolean {
  if (/@ts-(ignore|expect-error|nocheck)/.test(text)) return true;
  return /eslint-disable|oxlint-disable|biome-ignore/.test(text);
}

/** Without the line: code that moved is not new red. */
function keyOf(diagnostic: Diagnostic, moved: ReadonlyMap<RepoPath, RepoPath>): string {
  const path = diagnostic.path === undefined ? "" : (moved.get(diagnostic.path) ?? diagnostic.path);
  return `${path}\u0000${String(diagnostic.code)}\u0000${diagnostic.message}`;
}
