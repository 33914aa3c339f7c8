/**
 * Two small programs that run inside the repository's own Vitest (1 to 4): a reporter that prints what happened as
 * marked lines, so that a killed run keeps what it had, and a runner that notes what reporters can't see (the mode as
 * written, counted assertions). They are text because they run on another machine than this code.
 */

/** Lines of the reporter begin with this and the run's own token. */
export const MARK = "\u0002fixgate:";
export const TOKEN_VARIABLE = "FIXGATE_RUN_TOKEN";

export const REPORTER = `
const token = process.env.${TOKEN_VARIABLE} ?? "";
// Workers inherit the environment: what they don't know they can't print.
delete process.env.${TOKEN_VARIABLE};
const say = (event) => process.stdout.write("\\n" + ${JSON.stringify(MARK)} + token + " " + JSON.stringify(event) + "\\n");
const errorOf = (error) => ({
  name: String(error?.name ?? "Error"), message: String(error?.message ?? error), stack: typeof error?.stack === "string" ? error.stack : null,
  expected: typeof error?.expected === "string" ? error.expected : null, actual: typeof error?.actual === "string" ? error.actual : null,
  places: (error?.stacks ?? []).map((frame) => [String(frame.file), Number(frame.line), Number(frame.column)]),
  file: error?.VITEST_TEST_PATH ?? null,
});
const errorsOf = (result) => (result?.errors ?? []).map(errorOf);
const testOf = (task, titles, outer) => ({
  titles: [...titles, task.name],
  mode: task.meta?.fixgateMode && task.meta.fixgateMode !== "run" ? task.meta.fixgateMode : outer ?? (task.meta?.fixgateMode ?? task.mode),
  state: task.result?.state ?? task.mode, errors: errorsOf(task.result), duration: task.result?.duration ?? 0,
  retries: task.result?.retryCount ?? 0, fails: task.fails === true,
  assertions: typeof task.meta?.fixgateAssertions === "number" ? task.meta.fixgateAssertions : null,
});
const walk = (tasks, titles, outer, tests, hooks) => {
  for (const task of tasks ?? []) {
    if (task.type === "suite") {
      hooks.push(...errorsOf(task.result));
      const own = task.meta?.fixgateMode ?? (task.mode === "run" ? null : task.mode);
      walk(task.tasks, [...titles, task.name], own && own !== "run" ? own : outer, tests, hooks);
    } else tests.push(testOf(task, titles, outer));
  }
};
export default class {
  #modern = false; #said = new Set(); #snapshots = new Map();
  onInit(context) {
    const add = context.snapshot?.add?.bind(context.snapshot);
    if (add) context.snapshot.add = (result) => { this.#snapshots.set(result.filepath, result); return add(result); };
  }
  #module(file, environment, project) {
    const key = project + "|" + file.filepath;
    if (this.#said.has(key)) return;
    this.#said.add(key);
    const tests = [], hooks = [];
    walk(file.tasks, [], null, tests, hooks);
    const snapshot = this.#snapshots.get(file.filepath);
    const collected = file.tasks?.length > 0;
    say({ type: "module", file: file.filepath, project, environment, state: file.result?.state ?? file.mode, tests,
      errors: [...errorsOf(file.result).map((error) => ({ ...error, phase: collected ? "hook" : "collect" })), ...hooks.map((error) => ({ ...error, phase: "hook" }))],
      duration: file.result?.duration ?? 0,
      snapshots: { written: (snapshot?.added ?? 0) + (snapshot?.updated ?? 0), unmatched: snapshot?.unmatched ?? 0, obsolete: snapshot?.unchecked ?? 0 } });
  }
  onTestRunStart(specifications) { this.#modern = true; say({ type: "files", files: specifications.map((item) => item.moduleId) }); }
  onTestModuleQueued(module) { say({ type: "start", file: module.moduleId }); }
  onTestCaseResult(test) {
    const titles = []; for (let at = test.task.suite; at; at = at.suite) if (at.name && at !== at.file) titles.unshift(at.name);
    say({ type: "test", file: test.module.moduleId, test: testOf(test.task, titles, null) });
  }
  onTestModuleEnd(module) { this.#module(module.task, module.project?.config?.environment ?? "node", module.project?.name ?? ""); }
  onTestRunEnd(_modules, unhandled, reason) { say({ type: "end", unhandled: unhandled.map(errorOf), reason }); }
  onPathsCollected(paths) { if (!this.#modern && paths) say({ type: "files", files: paths }); }
  onCollected(files) { if (!this.#modern) for (const file of files ?? []) say({ type: "start", file: file.filepath }); }
  onFinished(files, unhandled) {
    if (this.#modern) return;
    for (const file of files ?? []) this.#module(file, "node", file.projectName ?? "");
    say({ type: "end", unhandled: (unhandled ?? []).map(errorOf), reason: "finished" });
  }
}
`;

/**
 * Starts Vitest as its own command line does. The command line has no option for a runner; the function below it does.
 * Arguments: options as JSON, then the files.
 */
export const LAUNCHER = `
import { startVitest } from "vitest/node";
const [options, ...files] = process.argv.slice(2);
const context = await startVitest("test", files, JSON.parse(options));
if (!context?.shouldKeepServer()) await context?.exit();
`;

/** From 4.1 on the class comes from "vitest" itself. */
export function runnerSource(version: string): string {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const modern = major > 4 || (major === 4 && minor >= 1);
  return `
import { ${modern ? "TestRunner" : "VitestTestRunner"} as Base } from "${modern ? "vitest" : "vitest/runners"}";
const note = (tasks) => { for (const task of tasks ?? []) { task.meta.fixgateMode = task.mode; if (task.type === "suite") note(task.tasks); } };
export default class extends Base {
  #file = null;
  constructor(config) {
    super(config);
    const allowOnly = config.allowOnly;
    // Collection reads this just before it turns "only" into "run" and "skip": the last moment at which the modes are as written.
    Object.defineProperty(this.config, "allowOnly", { configurable: true, enumerable: true, get: () => { note(this.#file?.tasks); return allowOnly; } });
  }
  onCollectStart(file) { this.#file = file; return super.onCollectStart?.(file); }
  onAfterTryTask(test, ...rest) {
    const expect = test.context?._local ? test.context.expect : globalThis[Symbol.for("expect-global")];
    const calls = expect?.getState?.().assertionCalls;
    if (typeof calls === "number") test.meta.fixgateAssertions = calls;
    return super.onAfterTryTask?.(test, ...rest);
  }
}
`;
}
