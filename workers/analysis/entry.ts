/** The analysis worker: reads a change, runs nothing of it. */
import { expose } from "comlink";
import { ok } from "../../src/core/result.ts";
import type { SnapshotFiles } from "../../src/core/snapshot/index.ts";
import type { AnalysisWorkerApi, ChangedText, GeneratedMutant } from "../../src/protocol/analysis.ts";
import { checkAcceptance } from "./acceptance.ts";
import { inspect } from "./inspect/inspect.ts";
import { applyMutant, generateMutants } from "./mutate/generate.ts";
import { testsThatReach } from "./reach.ts";
import { planWitnesses } from "./witness/plan.ts";

expose({
  inspect: (texts, ticketText) => Promise.resolve(ok(inspect(texts, ticketText))),
  acceptance: (ticket, candidate, suite) => Promise.resolve(ok(checkAcceptance(ticket, candidate, suite))),
  mutants: (texts) => Promise.resolve(ok(texts.flatMap(mutantsOf))),
  planWitnesses: ({ path, base, candidate, mutants, again, tests, besideTest, seed }) => {
    const texts = scriptsOf(candidate);
    const text = texts.get(path);
    if (text === undefined) return Promise.resolve(ok(null));
    return Promise.resolve(
      ok(
        planWitnesses({
          path,
          base,
          candidate: text,
          mutants,
          again,
          texts,
          besideTest,
          tests: tests.map((test) => ({ path: test, text: texts.get(test) ?? "" })),
          seed,
        }),
      ),
    );
  },
  reach: (files, changed, tests) => Promise.resolve(ok(testsThatReach(files, changed, tests))),
} satisfies AnalysisWorkerApi);

function mutantsOf({ path, before, after }: ChangedText): readonly GeneratedMutant[] {
  if (after === null || !/\.[cm]?[jt]sx?$/.test(path) || /\.d\.[cm]?ts$/.test(path)) return [];
  return generateMutants({ path, before, after }).map(({ from, to, ...mutant }) => ({
    ...mutant,
    text: applyMutant(after, { from, to, replacement: mutant.replacement }),
  }));
}

function scriptsOf(files: SnapshotFiles): ReadonlyMap<string, string> {
  const decoder = new TextDecoder();
  const texts = new Map<string, string>();
  for (const { path, oid, mode } of files.entries) {
    const bytes = files.blobs.get(oid);
    if (bytes !== undefined && mode !== "120000" && /\.[cm]?[jt]sx?$|\.json$/.test(path)) texts.set(path, decoder.decode(bytes));
  }
  return texts;
}
