/** Type tests as files of a suite: nothing in them runs, so nothing can be tampered with, and there are no canaries. */
import type { SandboxError } from "../../../app/ports/index.ts";
import type { Diagnostic, FileReport, TestError, TestId, Unsupported } from "../../../core/evidence/index.ts";
import { ok, type Result } from "../../../core/result.ts";
import type { RepoPath } from "../../../core/snapshot/index.ts";
import type { TypeTestFile } from "../../../protocol/typecheck.ts";
import type { TypecheckInput, TypecheckPort } from "./typecheck-port.ts";

export interface TypeTestRun {
  readonly files: readonly FileReport[];
  readonly unsupported: readonly Unsupported[];
}

const NOTHING: TypeTestRun = { files: [], unsupported: [] };
const ADVICE = "run this repository in the Node sandbox";

/** Files by the tsconfig that they are checked with; null: the package's own. */
export async function runTypeTests(
  plan: ReadonlyMap<string | null, readonly RepoPath[]>,
  input: TypecheckInput,
  port: TypecheckPort,
): Promise<Result<TypeTestRun, SandboxError>> {
  let run = NOTHING;
  for (const [tsconfig, paths] of plan) {
    const started = performance.now();
    const answer = await port.typeTests({ ...input, question: { tsconfig, paths } });
    if (!answer.ok) {
      if (answer.error.kind === "cancelled") return answer;
      const { message } = answer.error;
      run = { ...run, unsupported: [...run.unsupported, { what: `type tests (${message})`, advice: ADVICE, affects: true }] };
      continue;
    }
    const each = Math.round((performance.now() - started) / Math.max(1, paths.length));
    const unchecked = answer.value.filter(({ checked }) => !checked);
    run = {
      files: [...run.files, ...answer.value.map((file) => report(file, each))],
      unsupported: [
        ...run.unsupported,
        ...unchecked.map(({ path }) => ({
          what: "a type test that its tsconfig does not include",
          path,
          advice: ADVICE,
          affects: true,
        })),
      ],
    };
  }
  return ok(run);
}

function report({ path, tests, errors }: TypeTestFile, durationMs: number): FileReport {
  const seen = new Map<string, number>();
  const reports = tests.map((test) => {
    const name = `${path} > ${test.titles.join(" > ")}`;
    const earlier = seen.get(name) ?? 0;
    seen.set(name, earlier + 1);
    const runs = test.mode === "run" || test.mode === "only";
    return {
      id: (earlier === 0 ? name : `${name} #${String(earlier + 1)}`) as TestId,
      file: path,
      titles: test.titles,
      mode: test.mode,
      state: !runs
        ? test.mode === "todo"
          ? ("todo" as const)
          : ("skip" as const)
        : test.errors.length > 0
          ? ("fail" as const)
          : ("pass" as const),
      errors: runs ? test.errors.map(typeError) : [],
      durationMs: 0,
      assertions: test.assertions,
      retries: 0,
      fails: false,
    };
  });
  const failed = errors.length > 0 || reports.some(({ state }) => state === "fail");
  return {
    path,
    state: failed ? "fail" : reports.some(({ state }) => state === "pass") ? "pass" : reports.length === 0 ? "none" : "skip",
    end: { kind: "completed" },
    tests: reports,
    errors: errors.map((error) => ({ ...typeError(error), phase: "collect" as const })),
    unhandled: [],
    environment: "types",
    tampering: [],
    frozen: true,
    snapshots: { written: 0, unmatched: 0, obsolete: 0 },
    durationMs,
  };
}

function typeError({ path, line, column, message }: Diagnostic): TestError {
  return {
    name: "TypeCheckError",
    message,
    ...(path === undefined || line === undefined || column === undefined ? {} : { place: { path, line, column } }),
  };
}
