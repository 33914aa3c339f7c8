/**
 * One altered tree, run against the tests that passed on the candidate. Used for mutants and for hunks left out: both ask
 * "does anything notice?".
 */
import type { ExperimentInput, SandboxError } from "../../app/ports/index.ts";
import type { SuiteReport, TestId } from "../../core/evidence/index.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Oid, RepoPath } from "../../core/snapshot/index.ts";

export interface Noticed {
  readonly by: readonly TestId[];
  readonly timedOut: boolean;
}

/** Time enough for a loop that got slower, not for one that never ends. Milliseconds. */
const SLOWER_BY = 5;
const AT_LEAST_MS = 3_000;

/** Files in which something passes: these can notice. One that does not load can't. */
export function filesThatCanNotice(suite: SuiteReport): readonly RepoPath[] {
  return suite.files
    .filter((file) => file.errors.every((error) => error.phase !== "collect") && file.tests.some((test) => test.state === "pass"))
    .map((file) => file.path);
}

export function createExperiment(input: ExperimentInput) {
  const passing = new Set(
    input.suite.files.flatMap((file) => file.tests.filter((test) => test.state === "pass").map((test) => test.id)),
  );
  /** One failure is enough, but for files where something was red before: there the first failure says nothing. */
  const green = new Set(input.suite.files.filter((file) => file.state === "pass").map((file) => file.path));
  const durations = new Map(input.suite.files.map((file) => [file.path, file.durationMs]));
  const written = new Set(input.tests.changes.map((change) => change.path));

  /** New tests first, since they are the likeliest to notice; `files` are tried in two goes and the second only if needed. */
  async function run(tree: Oid, files: readonly RepoPath[]): Promise<Result<Noticed, SandboxError>> {
    const snapshot = await input.git.files(tree);
    const opened = await input.sandbox.open({
      snapshot,
      inputs: input.inputs,
      dependencies: input.dependencies,
      packageRoot: input.packageRoot,
      signal: input.signal,
    });
    if (!opened.ok) return opened;
    const session = opened.value;
    try {
      let timedOut = false;
      for (const group of [files.filter((path) => written.has(path)), files.filter((path) => !written.has(path))]) {
        if (group.length === 0) continue;
        const slowest = Math.max(...group.map((path) => durations.get(path) ?? 0));
        const report = await session.suite({
          files: group,
          bail: group.every((path) => green.has(path)),
          fileDeadlineMs: AT_LEAST_MS + SLOWER_BY * slowest,
          signal: input.signal,
        });
        if (!report.ok) return report;
        const by = failedOf(report.value, passing);
        timedOut ||= report.value.files.some((file) => file.end.kind === "timeout");
        if (by.length > 0 || timedOut) return ok({ by, timedOut });
      }
      return ok({ by: [], timedOut });
    } finally {
      await session.dispose();
    }
  }
  return { run };
}

function failedOf(report: SuiteReport, passing: ReadonlySet<TestId>): readonly TestId[] {
  const by: TestId[] = [];
  for (const file of report.files) {
    for (const test of file.tests) if (passing.has(test.id) && test.state === "fail") by.push(test.id);
    // A file that can't even be collected any more noticed it as a whole.
    if (by.length === 0 && file.errors.length > 0 && file.end.kind === "completed") by.push(`${file.path} > (file)` as TestId);
  }
  return by;
}
