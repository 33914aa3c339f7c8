/** Vitest's own test runner, with the ledger beside it: what is called, what threw and what was counted is put down by ours. */
import type { WireOutcome } from "../../src/protocol/sandbox-run.ts";
import type { Ledger } from "./ledger.ts";
import { getFn, globalExpectState, TestRunner, type ModuleRunnerLike, type Runner, type Task } from "./vitest.ts";

export interface RunnerEvents {
  /** In place of Vitest's own module runner. */
  readonly importFile: Runner["importFile"] | null;
  beforeTest(): void;
  beforeTestFile(): void;
  onCollected(tests: ReturnType<Ledger["collect"]>): void;
  onOutcome(index: number, outcome: WireOutcome): void;
}

export function createRunner(
  config: Record<string, unknown>,
  moduleRunner: ModuleRunnerLike,
  ledger: Ledger,
  takeAssertions: () => number,
  events: RunnerEvents,
): Runner {
  const runner = new TestRunner(config);
  Object.defineProperty(runner, "moduleRunner", { value: moduleRunner });
  runner.__setTraces(quietTraces);
  runner.onTaskUpdate = () => Promise.resolve();
  const importFile = events.importFile ?? runner.importFile.bind(runner);
  runner.importFile = (path, source) => {
    if (source === "collect") events.beforeTestFile();
    return importFile(path, source);
  };
  runner.onCollected = (files) => {
    const [file] = files;
    if (file !== undefined) events.onCollected(ledger.collect(file));
  };
  const beforeTry = runner.onBeforeTryTask?.bind(runner);
  runner.onBeforeTryTask = (task) => {
    takeAssertions();
    events.beforeTest();
    return beforeTry?.(task);
  };
  runner.runTask = async (task) => {
    ledger.called(task);
    try {
      const run = getFn(task);
      if (run === undefined) throw new Error("Test function is not found. Did you add it using `setFn`?");
      await run();
    } catch (error) {
      ledger.threw(task);
      throw error;
    }
  };
  runner.onTaskFinished = (task: Task) => {
    const own = task.context._local ? task.context.expect.getState() : globalExpectState();
    ledger.count(task, own.assertionCalls + takeAssertions());
  };
  const afterRun = runner.onAfterRunTask?.bind(runner);
  runner.onAfterRunTask = (task) => {
    const finished = ledger.finish(task);
    if (finished !== null) events.onOutcome(finished.index, finished.outcome);
    return afterRun?.(task);
  };
  return runner;
}

const quietTraces = {
  $: (_name: string, options: unknown, run?: unknown): unknown =>
    (typeof options === "function" ? options : (run as (span: object) => unknown))({
      setAttribute: () => undefined,
      setAttributes: () => undefined,
      addEvent: () => undefined,
    }),
  isEnabled: () => false,
  getContextCarrier: () => undefined,
};
