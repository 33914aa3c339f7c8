/**
 * Two tests of ours, run in the same realm, by the same runner and with the same `expect` as the file's own, after
 * them. One must pass and one must fail; if something made every test green (or every assertion silent), the second
 * one tells. Each matcher that people use is tried both ways, since a file may have replaced only one of them.
 */
import { canaryFile, type RunFile, type WireOutcome } from "../../src/protocol/sandbox-run.ts";
import { wireThrown } from "./errors.ts";
import { expect, startTests, test, vi, type ModuleRunnerLike, type Runner } from "./vitest.ts";

type Check = () => unknown;

/** Each of these must throw. */
const mustThrow = (): readonly Check[] => {
  const called = vi.fn();
  return [
    () => expect(1 + 1).toBe(3),
    () => expect({ a: [1] }).toEqual({ a: [2] }),
    () => expect({ a: 1 }).toStrictEqual({ a: 1, b: 2 }),
    () => expect(0).toBeTruthy(),
    () => expect(1).toBeFalsy(),
    () => expect(1).toBeNull(),
    () => expect(1).toBeUndefined(),
    () => expect(undefined).toBeDefined(),
    () => expect([1, 2]).toContain(3),
    () => expect([{ a: 1 }]).toContainEqual({ a: 2 }),
    () => expect("fixgate").toMatch(/^gate/),
    () => expect({ a: 1 }).toMatchObject({ a: 2 }),
    () => expect([1]).toHaveLength(2),
    () => expect({ a: 1 }).toHaveProperty("b"),
    () => expect(1).toBeGreaterThan(2),
    () => expect(2).toBeLessThan(1),
    () => expect(0.1).toBeCloseTo(0.9),
    () => expect({}).toBeInstanceOf(Map),
    () => expect(() => 1).toThrow(),
    () => expect(called).toHaveBeenCalled(),
    () => expect(new Set([1])).toEqual(new Set([2])),
    () => expect(new Map([[1, 2]])).toEqual(new Map([[1, 3]])),
    () => expect(1).not.toBe(1),
    () => expect({ a: 1 }).not.toEqual({ a: 1 }),
    () => expect(false, "a message of its own").toBe(true),
  ];
};

/** Defines the two tests in the file that is being collected. */
function defineCanaries(names: { readonly pass: string; readonly fail: string }): void {
  test(names.pass, () => {
    const called = vi.fn();
    called(1);
    expect(1 + 1).toBe(2);
    expect({ a: [1, { b: 2 }] }).toEqual({ a: [1, { b: 2 }] });
    expect([1, 2]).toContain(2);
    expect("fixgate").toMatch(/gate$/);
    expect(called).toHaveBeenCalledWith(1);
    expect(() => {
      throw new TypeError("expected");
    }).toThrow("expected");
    expect(1).not.toBe(2);
  });
  test(names.fail, async () => {
    const checks = mustThrow();

    for (let index = 0; index < checks.length; index++) {
      let threw = false;
      try {
        checks[index]?.();
      } catch {
        threw = true;
      }
      // A check that is silent makes this test pass, which is what the report looks for.
      if (!threw) return;
    }
    let rejected = false;
    try {
      await expect(Promise.resolve(1)).resolves.toBe(2);
    } catch {
      rejected = true;
    }
    if (!rejected) return;
    expect("the must-fail canary").toBe("red");
  });
}

/** The canaries run as a file of their own, by the same runner, so that nothing in the file's hooks meets them. */
export async function runCanaries(
  run: RunFile,
  runner: Runner,
  moduleRunner: ModuleRunnerLike,
  tampering: string[],
): Promise<{ mustPass: WireOutcome["state"] | "missing"; mustFail: WireOutcome["state"] | "missing" }> {
  try {
    moduleRunner.mocker?.reset();
    runner.config["setupFiles"] = [];
    runner.config["testNamePattern"] = undefined;
    runner.config["sequence"] = { shuffle: false, concurrent: false, seed: 1, hooks: "stack", setupFiles: "parallel" };
    (runner as { cancelRun?: boolean }).cancelRun = false;
    const importFile = runner.importFile;
    runner.importFile = () => {
      defineCanaries(run.canary);
      return Promise.resolve();
    };
    delete runner.onCollected;
    const [file] = await startTests([{ filepath: canaryFile(run) }], runner);
    runner.importFile = importFile;
    const stateOf = (name: string): WireOutcome["state"] | "missing" => {
      const task = file?.tasks.find((one) => one.name === name);
      const state = task?.result?.state;
      return task === undefined ? "missing" : state === "pass" || state === "fail" || state === "skip" ? state : "none";
    };
    return { mustPass: stateOf(run.canary.pass), mustFail: stateOf(run.canary.fail) };
  } catch (error) {
    tampering.push(`the canaries could not be run: ${wireThrown(error).message}`);
    return { mustPass: "missing", mustFail: "missing" };
  }
}
