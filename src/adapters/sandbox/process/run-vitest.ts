/**
 * One run of Vitest in processes, until every file has an end. A file over its deadline ends its process group; files
 * that ran beside it and had not finished are run again in another, so that one hang costs no other file its results.
 */
import type { SandboxError, SuiteOptions } from "../../../app/ports/index.ts";
import type { FileEnd, FileReport } from "../../../core/evidence/index.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { isAborted, type RunningProcess, type WorkFolder } from "./process-host.ts";
import { fileReportOf, repoPathIn } from "./suite-reports.ts";
import { eventReader, type VitestError, type VitestEvent, type VitestModule, type VitestTest } from "./vitest-events.ts";
import { TOKEN_VARIABLE } from "./vitest-plugins.ts";

export interface VitestCommand {
  /** Paths relative to the folder's root. */
  readonly launcher: string;
  readonly reporter: string;
  readonly runner: string | null;
  readonly cwd: string;
  /** Limits the run where it starts above the package that is meant. */
  readonly within: string;
}

/** From the start of the process to the first word of Vitest. */
const STARTUP_MS = 60_000;
/** A process that has said everything and does not end (open handles) is ended. */
const CLOSING_MS = 2_000;
const MAX_PROCESSES = 25;

interface Progress {
  module: VitestModule | null;
  streamed: VitestTest[];
  startedAt: number | null;
  end: FileEnd | null;
  unhandled: VitestError[];
}

const environment = (token: string): Readonly<Record<string, string>> => ({
  CI: "1",
  NO_COLOR: "1",
  FORCE_COLOR: "0",
  NODE_ENV: "test",
  VITEST_SKIP_INSTALL_CHECKS: "1",
  [TOKEN_VARIABLE]: token,
});

export async function runVitest(
  folder: WorkFolder,
  command: VitestCommand,
  options: SuiteOptions,
  clock: { readonly now: () => number; readonly token: () => string },
): Promise<Result<readonly FileReport[], SandboxError>> {
  const { signal, fileDeadlineMs } = options;
  const files = new Map<string, Progress>();
  const unowned: VitestError[] = [];
  let wanted: readonly string[] | null = options.files?.map((path) => `${folder.root}/${path}`) ?? null;
  let bailed = false;
  const stopped = (): boolean => bailed;

  const progressOf = (file: string): Progress => {
    const known = files.get(file) ?? { module: null, streamed: [], startedAt: null, end: null, unhandled: [] };
    files.set(file, known);
    return known;
  };
  const report = (current: string | null): void => {
    const all = [...files.values()];
    const tests = all.flatMap((file) => file.module?.tests ?? file.streamed);
    options.onProgress?.({
      filesDone: all.filter((file) => file.end !== null).length,
      filesTotal: all.length,
      testsPassed: tests.filter((test) => test.state.startsWith("pass")).length,
      testsFailed: tests.filter((test) => test.state.startsWith("fail")).length,
      current: current === null ? null : repoPathIn(folder, current),
    });
  };

  for (let processes = 0; ; processes++) {
    if (isAborted(signal)) return err({ kind: "cancelled" });
    const ended = await runOnce();
    if (isAborted(signal)) return err({ kind: "cancelled" });
    if (!ended.ok) return ended;
    const left = [...files].filter(([, file]) => file.end === null).map(([file]) => file);
    if (left.length === 0 || stopped()) break;
    if (processes >= MAX_PROCESSES) {
      for (const file of left)
        progressOf(file).end = { kind: "crashed", message: `not run: ${String(MAX_PROCESSES)} processes before it ended early` };
      break;
    }
    wanted = left;
  }

  const reports: FileReport[] = [];
  for (const [file, progress] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = repoPathIn(folder, file);
    if (path === null) continue;
    reports.push(
      fileReportOf(folder, {
        path,
        end: progress.end ?? { kind: "cancelled" },
        module: progress.module,
        streamed: progress.streamed,
        unhandled: [...progress.unhandled, ...unowned],
        source: await folder.read(path),
        startedFor: 0,
      }),
    );
  }
  if (reports.length === 0) return err(noTests(command));
  return ok(reports);

  async function runOnce(): Promise<Result<void, SandboxError>> {
    const token = clock.token();
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    let process: RunningProcess | null = null;
    const seen: { heard: boolean; finished: boolean; overtime: string | null } = { heard: false, finished: false, overtime: null };
    let closing: ReturnType<typeof setTimeout> | undefined;
    const startup = setTimeout(() => process?.kill(), STARTUP_MS + fileDeadlineMs);
    const onAbort = (): void => process?.kill();

    const settle = (file: string, end: FileEnd): void => {
      clearTimeout(timers.get(file));
      timers.delete(file);
      progressOf(file).end = end;
      report(null);
    };
    const onEvent = (event: VitestEvent): void => {
      switch (event.type) {
        case "files":
          seen.heard = true;
          clearTimeout(startup);
          for (const file of event.files) if (wanted === null || wanted.includes(file)) progressOf(file);
          return;
        case "start": {
          const file = files.get(event.file);
          if (file?.end !== null) return;
          file.startedAt = clock.now();
          file.streamed = [];
          report(event.file);
          timers.set(
            event.file,
            setTimeout(() => {
              seen.overtime ??= event.file;
              process?.kill();
            }, fileDeadlineMs),
          );
          return;
        }
        case "test":
          files.get(event.file)?.streamed.push(event.test);
          report(event.file);
          return;
        case "module": {
          const file = files.get(event.file);
          if (file === undefined) return;
          file.module = file.module === null ? event : { ...event, tests: [...file.module.tests, ...event.tests] };
          settle(event.file, { kind: "completed" });
          if (options.bail === true && event.state.startsWith("fail")) bailed = true;
          return;
        }
        case "end":
          seen.finished = true;
          for (const error of event.unhandled) {
            const owner = ownerOf(error);
            if (owner === null) unowned.push(error);
            else owner.unhandled.push(error);
          }
          closing = setTimeout(() => process?.kill(), CLOSING_MS);
      }
    };
    const reader = eventReader(token, onEvent);

    signal.addEventListener("abort", onAbort, { once: true });
    try {
      process = await folder.spawn({
        program: "node",
        args: argumentsOf(folder, command, options, wanted),
        cwd: command.cwd,
        env: environment(token),
        onOutput: (text) => {
          reader.push(text);
        },
      });
      if (isAborted(signal)) process.kill();
      const code = await process.exit;
      if (isAborted(signal)) return ok(undefined);
      if (!seen.heard) return startFailure(reader.tail, code);
      if (seen.overtime !== null) {
        settle(seen.overtime, { kind: "timeout", deadlineMs: fileDeadlineMs });
        return ok(undefined);
      }
      closeOpen(seen.finished, code, reader.tail);
      return ok(undefined);
    } finally {
      clearTimeout(startup);
      clearTimeout(closing);
      for (const timer of timers.values()) clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }

    /** After the process: what was started and has no module can't be left for another process to try for ever. */
    function closeOpen(complete: boolean, code: number | null, tail: string): void {
      if (bailed) return;
      const open = [...files].filter(([, file]) => file.end === null && (complete || file.startedAt !== null));
      const message = `the process ended (${code === null ? "by a signal" : `exit code ${String(code)}`}) before the file did${tail === "" ? "" : `: ${tail.trim().slice(-500)}`}`;
      for (const [file] of open) settle(file, code === null ? { kind: "crashed", message } : { kind: "exited", message });
      if (open.length === 0)
        for (const [file, progress] of files) if (progress.end === null) settle(file, { kind: "crashed", message });
    }
    function startFailure(tail: string, code: number | null): Result<void, SandboxError> {
      if (/No test (suite|files?) found/i.test(tail)) return err(noTests(command));
      const message = tail.trim().replaceAll(folder.root, "<root>").slice(-2000);
      if (code === null)
        return err({
          kind: "lost",
          message: `Vitest said nothing before it was ended. ${message}`,
          advice: "A global setup that never ends would do that.",
        });
      return err({
        kind: "config",
        message: message === "" ? `Vitest ended with exit code ${String(code)}` : message,
        advice: "Vitest could not start with the repository's configuration. It fails in the same way natively.",
      });
    }
  }

  function ownerOf(error: VitestError): Progress | null {
    const named = error.file === null ? undefined : files.get(error.file);
    if (named !== undefined) return named;
    const [only, ...others] = files.values();
    if (only !== undefined && others.length === 0) return only;
    for (const [file, progress] of files)
      if (error.stack?.includes(file) === true || error.places.some(([place]) => place === file)) return progress;
    return null;
  }
}

const noTests = (command: VitestCommand): SandboxError => ({
  kind: "no-tests",
  message: command.within === "" ? "Vitest found no test file" : `Vitest found no test file under ${command.within}`,
  advice: "Without a suite there is no baseline: the run can't be verified.",
});

function argumentsOf(
  folder: WorkFolder,
  command: VitestCommand,
  options: SuiteOptions,
  wanted: readonly string[] | null,
): readonly string[] {
  const sequence =
    options.shuffleSeed === undefined ? {} : { sequence: { shuffle: { tests: true, files: true }, seed: options.shuffleSeed } };
  const settings = {
    run: true,
    watch: false,
    color: false,
    allowOnly: true,
    reporters: [`${folder.root}/${command.reporter}`],
    coverage: { enabled: false },
    ...(command.runner === null ? {} : { runner: `${folder.root}/${command.runner}` }),
    ...(options.bail === true ? { bail: 1 } : {}),
    ...sequence,
  };
  return [
    `${folder.root}/${command.launcher}`,
    JSON.stringify(settings),
    ...(wanted ?? (command.within === "" ? [] : [`${folder.root}/${command.within}/`])),
  ];
}
