/** The contract suite: every case over one sandbox, wherever that runs. */
import { describe, expect, it } from "vitest";
import type { SandboxError } from "../../src/app/ports/index.ts";
import type { SuiteReport, TypecheckReport } from "../../src/core/evidence/index.ts";
import type { Result } from "../../src/core/result.ts";
import { SUITE_CASES, TYPECHECK_CASES, type SuiteCase, type TypecheckCase } from "./cases.ts";

export interface Subject {
  readonly name: string;
  suite(testCase: SuiteCase): Promise<Result<SuiteReport, SandboxError>>;
  typecheck(testCase: TypecheckCase): Promise<Result<TypecheckReport, SandboxError>>;
  /** False: the engine's stacks name lines of the transformed code (Firefox), or no file at all (WebKit). */
  readonly tellsPlaces?: boolean;
  /** Milliseconds for one case. */
  readonly timeoutMs?: number;
}

function judgeSuite({ expected }: SuiteCase, outcome: Result<SuiteReport, SandboxError>, tellsPlaces: boolean): void {
  if ("error" in expected) {
    expect(outcome).toMatchObject({ ok: false, error: { kind: expected.error } });
    return;
  }
  if (!outcome.ok) throw new Error(`no report: ${JSON.stringify(outcome.error)}`);
  const { files, unsupported } = outcome.value;
  expect(unsupported.filter((item) => item.affects)).toEqual([]);
  const endsEarly = (path: string): boolean => expected.ends?.[path] !== undefined;
  const tests = files.flatMap((file) => (endsEarly(file.path) ? [] : file.tests));
  const known = Object.fromEntries(tests.map((test) => [test.id, test.mode === "run" ? test.state : `${test.state} ${test.mode}`]));
  // A test that left the process has no state that counts; that it does not pass is what is asked.
  const leaves = Object.keys(known).filter((id) => id.endsWith("> leaves"));
  for (const id of leaves) {
    const file = files.find((item) => item.tests.some((test) => test.id === id));
    const honest = known[id] !== "pass" || file?.end.kind !== "completed" || file.unhandled.length > 0;
    expect(honest, "a test that left the process must not look like a pass").toBe(true);
  }
  expect(Object.fromEntries(Object.entries(known).filter(([id]) => !leaves.includes(id)))).toEqual(expected.tests);
  for (const file of files) {
    expect([...(expected.ends?.[file.path] ?? ["completed"])], `${file.path} ended as ${JSON.stringify(file.end)}`).toContain(
      leaves.some((id) => id.startsWith(file.path)) ? "completed" : file.end.kind,
    );
    const parts = expected.fileErrors?.[file.path] ?? [];
    expect(file.errors.length > 0, `${file.path}: errors of its own: ${JSON.stringify(file.errors)}`).toBe(parts.length > 0);
    for (const part of parts) expect(file.errors.map((error) => error.message).join("\n")).toContain(part);
    if (leaves.length === 0) expect(file.unhandled.map((error) => error.message)).toEqual(expected.unhandled?.[file.path] ?? []);
    expect(file.tampering).toEqual([]);
    if (file.canaries !== undefined && file.end.kind === "completed" && parts.length === 0)
      expect(file.canaries).toEqual({ mustPass: "pass", mustFail: "fail" });
    if (expected.unmatched !== undefined)
      expect(file.snapshots).toMatchObject({ written: 0, unmatched: expected.unmatched[file.path] ?? 0 });
  }
  if (expected.failure !== undefined) {
    const { id, message, line, ...values } = expected.failure;
    const [error] = tests.find((test) => test.id === id)?.errors ?? [];
    expect(error?.message).toContain(message);
    expect(error).toMatchObject({ name: "AssertionError", ...values });
    // A wrong place would be worse than none.
    if (tellsPlaces) expect(error?.place).toMatchObject({ path: id.slice(0, id.indexOf(" > ")), line });
    else expect(error?.place).toBeUndefined();
  }
  for (const [id, count] of Object.entries(expected.assertions ?? {}))
    expect(tests.find((test) => test.id === id)?.assertions, id).toBe(count);
}

export function sandboxContract(subject: Subject): void {
  const timeout = subject.timeoutMs ?? 60_000;
  describe(`[SB] ${subject.name}: suites`, { timeout }, () => {
    it.each(SUITE_CASES.map((item) => [item.name, item] as const))("%s", async (_name, testCase) => {
      judgeSuite(testCase, await subject.suite(testCase), subject.tellsPlaces ?? true);
    });
  });
  describe(`[SB-TC] ${subject.name}: type check`, { timeout }, () => {
    it.each(TYPECHECK_CASES.map((item) => [item.name, item] as const))("%s", async (_name, testCase) => {
      const outcome = await subject.typecheck(testCase);
      if (!outcome.ok) throw new Error(`no report: ${JSON.stringify(outcome.error)}`);
      const { applicable, diagnostics } = outcome.value;
      const found = diagnostics.map(
        (item) => `${item.path ?? ""}:${String(item.line)}:${String(item.column)} TS${String(item.code)}`,
      );
      expect({ applicable, diagnostics: found }).toEqual(testCase.expected);
    });
  });
}
