/**
 * What several runs of a suite say about one test. Gates compare by test id and message, within one sandbox; what is
 * unsteady on base is quarantined here once, so that no gate can forget it.
 */
import type { AttemptEvidence, FileReport, SuiteReport, TestError, TestId, TestReport } from "../evidence/index.ts";
import type { RepoPath } from "../snapshot/index.ts";

export interface IndexedRun {
  readonly report: SuiteReport;
  readonly files: ReadonlyMap<RepoPath, FileReport>;
  readonly tests: ReadonlyMap<TestId, TestReport>;
}

/**
 * Seven gates read the same runs: what was read last is kept. Only that, since a case book of a thousand attempts holds all
 * its reports at once, and an index of each would weigh more than they do.
 */
class Recent<Value> {
  readonly #values = new Map<SuiteReport, Value>();
  readonly #limit: number;
  constructor(limit: number) {
    this.#limit = limit;
  }
  get(report: SuiteReport): Value | undefined {
    return this.#values.get(report);
  }
  set(report: SuiteReport, value: Value): void {
    for (const [oldest] of this.#values) {
      if (this.#values.size < this.#limit) break;
      this.#values.delete(oldest);
    }
    this.#values.set(report, value);
  }
}

/** Baseline, base with the tests, candidate: a dozen runs at most in one attempt. */
const indexed = new Recent<IndexedRun>(16);
const baselines = new Recent<{ readonly reports: readonly SuiteReport[]; readonly baseline: Baseline }>(2);

export function indexRun(report: SuiteReport): IndexedRun {
  const known = indexed.get(report);
  if (known !== undefined) return known;
  const run = index(report);
  indexed.set(report, run);
  return run;
}

function index(report: SuiteReport): IndexedRun {
  const files = new Map<RepoPath, FileReport>();
  const tests = new Map<TestId, TestReport>();
  for (const file of report.files) {
    files.set(file.path, file);
    for (const test of file.tests) tests.set(test.id, test);
  }
  return { report, files, tests };
}

/**
 * A message without what differs between two runs of the same thing: seeds, times, addresses, counters of a property
 * test. Compared, never shown.
 */
export function steadyMessage(message: string): string {
  return message
    .replace(/\{ seed: -?\d+, path: "[^"]*"[^}]*\}/g, "{ seed }")
    .replace(/\bseed[:=]? ?-?\d+/gi, "seed")
    .replace(/Property failed after \d+ tests?[\s\S]*/, "Property failed")
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/g, "<time>")
    .replace(/\b\d+(\.\d+)? ?(ms|milliseconds|s|seconds)\b/g, "<duration>")
    .replace(/\b1[5-9]\d{11}\b/g, "<time>")
    .replace(/\b0x[0-9a-f]+\b/gi, "<address>")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<uuid>")
    .replace(/\s+/g, " ")
    .trim();
}

export const errorKey = (error: TestError): string => `${error.name}: ${steadyMessage(error.message)}`;
export const failureKey = (test: TestReport): string => test.errors.map(errorKey).join(" | ");

export interface Baseline {
  readonly first: IndexedRun;
  /** Steady and passing in every run on base. */
  readonly passing: ReadonlyMap<TestId, TestReport>;
  /** Red in every run on base: the reasons seen. */
  readonly red: ReadonlyMap<TestId, ReadonlySet<string>>;
  /** Red for reasons that differ between the runs on base: no reason can be frozen, only the redness. */
  readonly redForAnyReason: ReadonlySet<TestId>;
  /** Changed its mind between the runs on base, with the states seen. */
  readonly quarantined: ReadonlyMap<TestId, string>;
  /** Ids that are there in one run and not in another (a title that holds a time or a seed), and the files they stand in. */
  readonly unsteadyFiles: ReadonlySet<RepoPath>;
  /** Reasons why files themselves were red on base, by file. */
  readonly fileErrors: ReadonlyMap<RepoPath, ReadonlySet<string>>;
  readonly unhandled: ReadonlySet<string>;
}

/** All ids that a run on base knew. */
export const knownOnBase = (baseline: Baseline, id: TestId): boolean =>
  baseline.first.tests.has(id) || baseline.quarantined.has(id) || baseline.passing.has(id) || baseline.red.has(id);

export function readBaseline(reports: readonly SuiteReport[]): Baseline {
  const [key] = reports;
  const known = key === undefined ? undefined : baselines.get(key);
  if (known?.reports.length === reports.length && known.reports.every((report, at) => report === reports[at]))
    return known.baseline;
  const baseline = compareRuns(reports);
  if (key !== undefined) baselines.set(key, { reports, baseline });
  return baseline;
}

function compareRuns(reports: readonly SuiteReport[]): Baseline {
  const runs = reports.map(indexRun);
  const [first] = runs;
  if (first === undefined) throw new Error("a baseline is made of at least one run");
  const passing = new Map<TestId, TestReport>();
  const red = new Map<TestId, Set<string>>();
  const redForAnyReason = new Set<TestId>();
  const quarantined = new Map<TestId, string>();
  const unsteadyFiles = new Set<RepoPath>();
  const ids = new Set(runs.flatMap((run) => [...run.tests.keys()]));
  for (const id of ids) {
    const seen = runs.map((run) => run.tests.get(id));
    const there = seen.filter((test) => test !== undefined);
    const [one] = there;
    if (one === undefined) continue;
    const states = new Set(there.map((test) => test.state));
    if (there.length < runs.length) {
      const lost = runs.some((run) => !run.tests.has(id) && !run.files.has(one.file));
      quarantined.set(id, lost ? "its file was not run each time" : "its title differs from run to run");
      unsteadyFiles.add(one.file);
    } else if (states.size > 1) quarantined.set(id, seen.map((test) => test?.state ?? "none").join(", then "));
    else if (there.some((test) => test.retries > 0 && test.state === "pass")) quarantined.set(id, "passed only when tried again");
    else if (one.state === "pass") passing.set(id, one);
    else if (one.state === "fail" || one.state === "none") {
      const reasons = new Set(there.map(failureKey));
      red.set(id, reasons);
      if (reasons.size > 1) redForAnyReason.add(id);
    }
  }
  const fileErrors = new Map<RepoPath, Set<string>>();
  const unhandled = new Set<string>();
  for (const run of runs)
    for (const file of run.report.files) {
      const keys = [...file.errors.map(errorKey), ...(file.end.kind === "completed" ? [] : [`ended: ${file.end.kind}`])];
      if (keys.length > 0) fileErrors.set(file.path, new Set([...(fileErrors.get(file.path) ?? []), ...keys]));
      for (const error of file.unhandled) unhandled.add(errorKey(error));
    }
  return { first, passing, red, redForAnyReason, quarantined, unsteadyFiles, fileErrors, unhandled };
}

/** Test files that the test-writer renamed, old path to new: by equal blob, else by equal titles, else by equal name. */
export function movedTestFiles(
  evidence: AttemptEvidence,
  baseline: Baseline,
  candidate: IndexedRun,
): ReadonlyMap<RepoPath, RepoPath> {
  const changes = [...evidence.tests.changes, ...evidence.fix.changes];
  const added = changes.filter((change) => change.before === null && change.after !== null);
  const moved = new Map<RepoPath, RepoPath>();
  const taken = new Set<RepoPath>();
  for (const gone of changes) {
    if (gone.after !== null || gone.before === null) continue;
    const old = baseline.first.files.get(gone.path);
    if (old === undefined) continue;
    const titles = old.tests.map((test) => test.titles.join("\u0000"));
    const match = added.find((change) => {
      if (taken.has(change.path)) return false;
      if (change.after?.oid === gone.before?.oid) return true;
      const now = new Set(candidate.files.get(change.path)?.tests.map((test) => test.titles.join("\u0000")) ?? []);
      return titles.length > 0 && titles.every((title) => now.has(title));
    });
    if (match === undefined) continue;
    moved.set(gone.path, match.path);
    taken.add(match.path);
  }
  return moved;
}

/** The id that a test of base carries on the candidate, its file having moved. */
export function movedId(test: TestReport, moved: ReadonlyMap<RepoPath, RepoPath>): TestId {
  const to = moved.get(test.file);
  return to !== undefined && test.id.startsWith(test.file) ? (`${to}${test.id.slice(test.file.length)}` as TestId) : test.id;
}

/** `tests/lock.test.ts > lock > one wins` in the words of a sentence. */
export const nameOf = (test: { readonly titles: readonly string[]; readonly id: TestId }): string =>
  test.titles.length > 0 ? test.titles.join(" › ") : test.id;
