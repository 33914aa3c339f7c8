/**
 * For mutants that no test noticed: an input on which candidate and mutant differ. The search runs inside the sandbox as a
 * test file of ours, so whatever an altered line would do, it does where nothing can be reached.
 */
import type { AnalysisError, ExperimentInput } from "../../app/ports/index.ts";
import type { Unsupported, Witness } from "../../core/evidence/index.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { parseRepoPath, type RepoPath } from "../../core/snapshot/index.ts";
import {
  PROBE_AGAIN,
  PROBE_MARK,
  type ChangedText,
  type GeneratedMutant,
  type WitnessFinding,
  type WitnessPlan,
} from "../../protocol/analysis.ts";
import type { AskAnalysis } from "./worker-client.ts";

export interface WitnessSearch {
  readonly witnesses: ReadonlyMap<string, Witness>;
  readonly programs: number;
  readonly usedUp: readonly (Witness & { readonly path: RepoPath })[];
  readonly unsupported: readonly Unsupported[];
}

const MUTANTS_A_FILE = 12;
const PLACES_AGAIN = 6;
const PROBE_DEADLINE_MS = 30_000;

export async function searchWitnesses(
  input: ExperimentInput,
  ask: AskAnalysis,
  texts: readonly ChangedText[],
  generated: readonly GeneratedMutant[],
  survivors: readonly GeneratedMutant[],
  reached: readonly RepoPath[],
  seed: number,
): Promise<Result<WitnessSearch, AnalysisError>> {
  const witnesses = new Map<string, Witness>();
  const usedUp: (Witness & { readonly path: RepoPath })[] = [];
  const unsupported: Unsupported[] = [];
  let programs = 0;
  for (const text of texts) {
    const mutants = survivors.filter((mutant) => mutant.place.path === text.path).slice(0, MUTANTS_A_FILE);
    const besideTest =
      input.tests.changes.find((change) => change.after !== null && reached.includes(change.path))?.path ?? reached[0];
    const again = bringsState(text)
      ? generated
          .filter((mutant) => mutant.place.path === text.path && mutant.onChangedToken)
          .slice(0, PLACES_AGAIN)
          .map((mutant) => mutant.place)
      : [];
    if ((mutants.length === 0 && again.length === 0) || besideTest === undefined) continue;
    const plan = await ask(input.signal, "looking for inputs", (api) =>
      api.planWitnesses({
        path: text.path,
        base: text.before,
        candidate: input.candidate,
        mutants,
        again,
        tests: reached.slice(0, 40),
        besideTest,
        seed,
      }),
    );
    if (!plan.ok) {
      if (plan.error.kind === "cancelled") return plan;
      unsupported.push(notSearched(text.path, plan.error.message));
      continue;
    }
    if (plan.value === null) {
      unsupported.push(notSearched(text.path, "no export leads to the changed lines with inputs that can be written down"));
      continue;
    }
    programs += plan.value.programs;
    const found = await runProbe(input, plan.value);
    if (!found.ok) return err({ kind: "cancelled" });
    if (typeof found.value === "string") unsupported.push(notSearched(text.path, found.value));
    else
      for (const [id, witness] of found.value)
        if (id === PROBE_AGAIN) usedUp.push({ ...witness, path: text.path });
        else witnesses.set(id, witness);
  }
  return ok({ witnesses, programs, usedUp, unsupported });
}

const STATE =
  /^(?:export\s+)?(?:let|var)\s|^(?:export\s+)?const\s+\w+[^=]*=\s*(?:\[|\{|\d|new\s+(?:Weak)?(?:Map|Set)\b)|^\s*(?:(?:private|public|protected|readonly)\s+)*static\s/;

/** Whether the fix brings something that outlives a call: then the second call may find what the first left. */
function bringsState({ before, after }: ChangedText): boolean {
  const known = new Set((before ?? "").split("\n"));
  return before !== null && (after ?? "").split("\n").some((line) => STATE.test(line) && !known.has(line));
}

function notSearched(path: RepoPath, reason: string): Unsupported {
  return {
    what: `inputs that tell survivors in ${path} apart were not found: ${reason}`,
    advice: "The survivors are shown; whether they matter is not known.",
    path,
    affects: false,
  };
}

/** A string says why nothing came out. */
async function runProbe(
  input: ExperimentInput,
  plan: WitnessPlan,
): Promise<Result<ReadonlyMap<string, Witness> | string, { readonly kind: "cancelled" }>> {
  const files: { path: RepoPath; bytes: Uint8Array }[] = [];
  for (const file of plan.files) {
    const path = parseRepoPath(file.path);
    if (!path.ok) return ok(`${file.path} is no path`);
    files.push({ path: path.value, bytes: new TextEncoder().encode(file.text) });
  }
  const probe = parseRepoPath(plan.probe);
  if (!probe.ok) return ok(`${plan.probe} is no path`);
  const tree = await input.git.overlay(input.candidate.oid, files);
  const opened = await input.sandbox.open({
    snapshot: await input.git.files(tree),
    inputs: input.inputs,
    dependencies: input.dependencies,
    packageRoot: input.packageRoot,
    signal: input.signal,
  });
  if (!opened.ok) return opened.error.kind === "cancelled" ? err({ kind: "cancelled" }) : ok(opened.error.message);
  const run = await opened.value.suite({ files: [probe.value], fileDeadlineMs: PROBE_DEADLINE_MS, signal: input.signal });
  await opened.value.dispose();
  if (!run.ok) return run.error.kind === "cancelled" ? err({ kind: "cancelled" }) : ok(run.error.message);
  const [file] = run.value.files;
  if (!file || file.tests.length === 0)
    return ok(file?.errors[0]?.message ?? `the probe did not run (${file?.end.kind ?? "no file"})`);
  const witnesses = new Map<string, Witness>();
  for (const test of file.tests) {
    const message = test.errors[0]?.message ?? "";
    const at = message.indexOf(PROBE_MARK);
    const title = test.titles.at(-1);
    if (at < 0 || title === undefined) continue;
    const finding = parseFinding(message.slice(at + PROBE_MARK.length));
    if (finding) witnesses.set(title, finding);
  }
  return ok(witnesses);
}

function parseFinding(text: string): WitnessFinding | null {
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== "object" || raw === null) return null;
    const { call, candidate, mutant, base, ranBySuite } = raw as Record<string, unknown>;
    if (typeof call !== "string" || typeof candidate !== "string" || typeof mutant !== "string") return null;
    return { call, candidate, mutant, ranBySuite: ranBySuite === true, ...(typeof base === "string" ? { base } : {}) };
  } catch {
    return null;
  }
}
