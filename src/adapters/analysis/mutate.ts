/** Mutants of the fix's changed lines, each a git tree of its own, run against the tests that can reach it. */
import type { AnalysisError, ExperimentInput } from "../../app/ports/index.ts";
import type { MutantReport, MutationReport } from "../../core/evidence/index.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { RepoPath } from "../../core/snapshot/index.ts";
import type { GeneratedMutant } from "../../protocol/analysis.ts";
import { analysedTexts } from "./renamed-texts.ts";
import { createExperiment, filesThatCanNotice } from "./experiment.ts";
import { searchWitnesses } from "./search-witnesses.ts";
import type { AskAnalysis } from "./worker-client.ts";

const SEED = 1;
/** Mutants run at the same time: as many as the sandbox has lanes on a small machine. */
const AT_ONCE = 2;

export async function mutate(input: ExperimentInput, ask: AskAnalysis): Promise<Result<MutationReport, AnalysisError>> {
  const { signal, candidate, suite, budget } = input;
  const texts = analysedTexts("fixer", input.fix, input.base, candidate);
  const generated = await ask(signal, "making mutants", (api) => api.mutants(texts));
  if (!generated.ok) return generated;
  if (generated.value.length === 0)
    return ok({
      mutants: [],
      nothingToMutate: true,
      seed: SEED,
      budget: { mutants: budget.mutants, programs: 0 },
      unsupported: [],
    });

  const testFiles = filesThatCanNotice(suite);
  const reached = await ask(signal, "following imports", (api) =>
    api.reach(
      candidate,
      input.fix.changes.map((change) => change.path),
      testFiles,
    ),
  );
  if (!reached.ok) return reached;
  const experiment = createExperiment(input);
  const chosen = generated.value.slice(0, budget.mutants);
  const results = new Map<string, MutantReport>();
  for (const mutant of generated.value.slice(budget.mutants)) results.set(mutant.id, describe(mutant, "not-run", []));
  let done = 0;
  let failure = null as AnalysisError | null;

  async function tryOne(mutant: GeneratedMutant): Promise<void> {
    const tree = await input.git.overlay(candidate.oid, [
      { path: mutant.place.path, bytes: new TextEncoder().encode(mutant.text) },
    ]);
    const noticed = await experiment.run(tree, reached.ok ? reached.value : testFiles);
    if (!noticed.ok) {
      if (noticed.error.kind === "cancelled") failure ??= { kind: "cancelled" };
      results.set(mutant.id, describe(mutant, "not-run", []));
    } else
      results.set(
        mutant.id,
        describe(
          mutant,
          noticed.value.by.length > 0 ? "killed" : noticed.value.timedOut ? "timeout" : "survived",
          noticed.value.by,
        ),
      );
    input.onProgress(++done, chosen.length);
  }
  const queue = [...chosen];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next !== undefined && failure === null && !signal.aborted; next = queue.shift())
        await tryOne(next);
    }),
  );
  if (signal.aborted) return err({ kind: "cancelled" });
  if (failure !== null) return err(failure);
  // Lines are counted only where it matters: a survivor on a line that no test reaches is another finding than one that nobody looked at.
  const unnoticed = chosen.filter((mutant) => results.get(mutant.id)?.state === "survived");
  if (unnoticed.length > 0) {
    const covered = await coveredLines(input, reached.value);
    if (covered !== null)
      for (const mutant of unnoticed) if (!isCovered(mutant, covered)) results.set(mutant.id, describe(mutant, "not-covered", []));
  }
  const reports = generated.value.map((mutant) => results.get(mutant.id) ?? describe(mutant, "not-run", []));
  const survivors = generated.value.filter((mutant) => mutant.onChangedToken && results.get(mutant.id)?.state === "survived");
  const search = await searchWitnesses(input, ask, texts, generated.value, survivors, reached.value, SEED);
  if (!search.ok) return search;
  return ok({
    mutants: reports.map((each) => {
      const witness = search.value.witnesses.get(each.id);
      return witness ? { ...each, witness } : each;
    }),
    nothingToMutate: false,
    seed: SEED,
    budget: { mutants: budget.mutants, programs: search.value.programs },
    unsupported: search.value.unsupported,
    ...(search.value.usedUp.length > 0 ? { usedUp: search.value.usedUp } : {}),
  });
}

function describe(mutant: GeneratedMutant, state: MutantReport["state"], killedBy: MutantReport["killedBy"]): MutantReport {
  const { id, operator, place, original, replacement, onChangedToken } = mutant;
  return { id, operator, place, original, replacement, onChangedToken, state, killedBy };
}

type Covered = ReadonlyMap<RepoPath, ReadonlyMap<number, number>>;

/** Null where the sandbox can't count lines: then every mutant is run. */
async function coveredLines(input: ExperimentInput, files: readonly RepoPath[]): Promise<Covered | null> {
  const opened = await input.sandbox.open({
    snapshot: input.candidate,
    inputs: input.inputs,
    dependencies: input.dependencies,
    packageRoot: input.packageRoot,
    signal: input.signal,
  });
  if (!opened.ok) return null;
  const coverage = input.fix.changes.filter((change) => change.after !== null).map((change) => change.path);
  const run = await opened.value.suite({ files, coverage, fileDeadlineMs: 60_000, signal: input.signal });
  if (!run.ok || run.value.coverage === undefined) return null;
  return new Map(run.value.coverage.map(({ path, lines }) => [path, new Map(lines)]));
}

/** A line that holds no statement of its own says nothing; only one that was counted and never reached does. */
function isCovered(mutant: GeneratedMutant, covered: Covered): boolean {
  const lines = covered.get(mutant.place.path);
  if (lines === undefined) return true;
  for (let line = mutant.place.line; line <= mutant.place.endLine; line++) if (lines.get(line) !== 0) return true;
  return false;
}
