/** Evidence about a change: facts and acceptance from the analysis worker, mutants and ablated hunks through the sandbox. */
import type { Analysis } from "../../app/ports/index.ts";
import type { ChangeSet } from "../../core/change-set/index.ts";
import type { InspectionFact } from "../../core/evidence/index.ts";
import { ok } from "../../core/result.ts";
import type { WritingRole } from "../../core/role/index.ts";
import type { RepoPath, SnapshotFiles } from "../../core/snapshot/index.ts";
import { denyForm } from "../../core/write-mask/index.ts";
import { analysedTexts } from "./renamed-texts.ts";
import { ablate } from "./ablate.ts";
import { mutate } from "./mutate.ts";
import { createAsk } from "./worker-client.ts";

/** New names that are an old one on a disk that looks at them differently: only the whole tree can tell. */
function collisions(candidate: SnapshotFiles, fix: ChangeSet, tests: ChangeSet): readonly InspectionFact[] {
  const byForm = new Map<string, RepoPath[]>();
  for (const { path } of candidate.entries) byForm.set(denyForm(path), [...(byForm.get(denyForm(path)) ?? []), path]);
  const added = (changes: ChangeSet, role: WritingRole) =>
    changes.changes.flatMap(({ path, before, after }): readonly InspectionFact[] => {
      const other = before === null && after !== null ? byForm.get(denyForm(path))?.find((each) => each !== path) : undefined;
      return other === undefined ? [] : [{ kind: "name-collision", role, path, line: 1, text: other }];
    });
  return [...added(fix, "fixer"), ...added(tests, "test-writer")];
}

export function createAnalysis({ worker }: { readonly worker: () => Worker }): Analysis {
  const ask = createAsk(worker);
  return {
    async inspect({ ticket, base, candidate, fix, tests, signal }) {
      const report = await ask(signal, "reading the change", (api) =>
        api.inspect(
          [...analysedTexts("fixer", fix, base, candidate), ...analysedTexts("test-writer", tests, base, candidate)],
          `${ticket.title}\n${ticket.body}`,
        ),
      );
      return report.ok ? ok({ ...report.value, facts: [...report.value.facts, ...collisions(candidate, fix, tests)] }) : report;
    },
    acceptance: ({ ticket, candidate, suite, signal }) =>
      ask(signal, "looking up the acceptance statements", (api) => api.acceptance(ticket, candidate, suite)),
    mutate: (input) => mutate(input, ask),
    ablate: (input) => ablate(input, ask),
  };
}
