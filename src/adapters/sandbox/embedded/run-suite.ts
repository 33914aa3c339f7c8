/**
 * One run of a suite: test files through lanes of disposable workers. Each file has its deadline; whatever ends a
 * worker, the file's report says so and keeps what was streamed before. A worker takes a further file where the one before
 * left nothing behind, since starting one costs more than most files; what is red in such a worker runs again alone, as does
 * what ran while the frame was lost.
 */
import type { SuiteOptions } from "../../../app/ports/index.ts";
import type { FileEnd, FileReport, LineCoverage, Unsupported } from "../../../core/evidence/index.ts";
import { parseRepoPath, type RepoPath } from "../../../core/snapshot/index.ts";
import type { ProjectConfig } from "../../../protocol/sandbox-config.ts";
import { isAborted } from "../../../protocol/is-aborted.ts";
import { SANDBOX_ROOT, type PackedLayer } from "../../../protocol/sandbox-files.ts";
import type { WorkerNeeds } from "../../../protocol/sandbox-host.ts";
import { snapshotPath, type NextFile, type RunFile, type WorkerEvent } from "../../../protocol/sandbox-run.ts";
import type { SandboxFrame, SandboxWorker } from "./frame.ts";
import { collectFile, type FileCollector } from "./report.ts";

/** A worker that had so many files is ended: what they leave in its memory grows. */
const MOST_FILES = 50;

export interface PlannedFile {
  readonly path: RepoPath;
  readonly project: ProjectConfig;
  /** The host's view for this project. */
  readonly view: number;
  readonly environment: string;
  readonly environmentOptions: Readonly<Record<string, unknown>>;
  readonly freeze: boolean;
  /** May it come after another file in a worker, where that one left nothing behind? */
  readonly mayShare: boolean;
}

export interface HostConnection {
  ahead(needs: WorkerNeeds): Promise<unknown>;
  close(): void;
}

export interface RunPorts {
  readonly frame: SandboxFrame;
  readonly layers: readonly PackedLayer[];
  readonly lanes: number;
  connect(view: number, port: MessagePort, needs: WorkerNeeds): Promise<HostConnection>;
  parts(environment: string): Promise<Readonly<Record<string, Blob>>>;
  readonly randomName: () => string;
  readonly now: () => number;
}

export interface SuiteRun {
  /** That were started: as many will be wanted again. */
  readonly workers: number;
  readonly files: readonly FileReport[];
  readonly unsupported: readonly Unsupported[];
  readonly coverage: readonly LineCoverage[];
  readonly timings: Readonly<Record<RepoPath, Readonly<Record<string, number>>>>;
}

export async function runSuite(plan: readonly PlannedFile[], options: SuiteOptions, ports: RunPorts): Promise<SuiteRun> {
  const queue = grouped(plan);
  const reports = new Map<RepoPath, FileReport>();
  const unsupported: Unsupported[] = [];
  const coverage = new Map<string, Map<number, number>>();
  const timings: Record<RepoPath, Readonly<Record<string, number>>> = {};
  const running = new Set<FileCollector>();
  const stop = new AbortController();
  const finished = { passed: 0, failed: 0 };
  const signal = AbortSignal.any([options.signal, stop.signal]);

  const progress = (current: RepoPath | null): void => {
    let { passed, failed } = finished;
    for (const collector of running) {
      passed += collector.passed;
      failed += collector.failed;
    }
    options.onProgress?.({ filesDone: reports.size, filesTotal: plan.length, testsPassed: passed, testsFailed: failed, current });
  };

  /** Were the workers of the last files as good as new? Where they were, none is started ahead. */
  const sharing: boolean[] = [];
  let workers = 0;
  const workersAhead = (left: readonly PlannedFile[]): number => {
    const shared = left.filter(({ mayShare }) => mayShare).length;
    return sharing.slice(-4).every(Boolean) && shared === left.length ? 0 : Math.min(left.length, ports.lanes);
  };

  /** Files that ran when the whole frame was lost: any of them may have been the one that took it along. */
  const lost: PlannedFile[] = [];
  async function lane(lastTry: boolean): Promise<void> {
    let occupied: Occupied | null = null;
    for (let file = queue.shift(); file !== undefined && !signal.aborted; file = queue.shift()) {
      const { path, environment } = file;
      let collector: FileCollector;
      let report: FileReport;
      for (;;) {
        if (occupied !== null && !(file.mayShare && occupied.takes(file))) {
          occupied.end();
          occupied = null;
        }
        occupied ??= occupy(file, options, ports, signal, workersAhead(queue));
        const alone = occupied.files === 0;
        if (alone) workers++;
        const current = collectFile(path, environment);
        collector = current;
        running.add(current);
        progress(path);
        const end = await occupied.run(file, current, () => {
          progress(path);
          // What failed beside others has to fail alone before it counts.
          if (options.bail === true && alone && current.failed > 0 && !options.signal.aborted) stop.abort();
        });
        running.delete(current);
        report = current.report(end, file.freeze);
        sharing.push(occupied.clean);
        if (occupied.lost || alone || !isDoubtful(report) || isAborted(signal)) break;
        occupied.end();
        occupied = null;
      }
      if (occupied.lost) {
        occupied.end();
        occupied = null;
        if (!lastTry) {
          lost.push(file);
          progress(null);
          continue;
        }
      }
      finished.passed += collector.passed;
      finished.failed += collector.failed;
      reports.set(path, report);
      unsupported.push(...collector.unsupported);
      timings[path] = collector.timings;
      for (const [source, lines] of collector.coverage) {
        const merged = coverage.get(source) ?? new Map<number, number>();
        for (const [line, hits] of lines) merged.set(line, (merged.get(line) ?? 0) + hits);
        coverage.set(source, merged);
      }
      progress(null);
      if (options.bail === true && (report.state === "fail" || report.end.kind !== "completed")) stop.abort();
    }
    occupied?.end();
  }
  await Promise.all(Array.from({ length: Math.min(ports.lanes, plan.length) }, () => lane(false)));
  queue.push(...lost);
  await lane(true);
  return {
    workers,
    files: plan.map(({ path }) => reports.get(path)).filter((report) => report !== undefined),
    unsupported,
    timings,
    coverage: [...coverage]
      .map(([path, lines]) => ({ path: parseRepoPath(path), lines: [...lines].sort(([a], [b]) => a - b) }))
      .flatMap(({ path, lines }) => (path.ok ? [{ path: path.value, lines }] : [])),
  };
}

/** A worker with all that ties it to the page. It runs one file, and further ones as long as each leaves nothing behind. */
interface Occupied {
  readonly files: number;
  /** A further one: the last left nothing behind, and this one wants the same of its worker. */
  takes(file: PlannedFile): boolean;
  /** Settles when the file ended, whatever way it did. */
  run(file: PlannedFile, collector: FileCollector, onEvent: () => void): Promise<FileEnd>;
  /** The last file ended as it should, and the worker is as it was before it. */
  readonly clean: boolean;
  /** The frame went, and this worker with it. */
  readonly lost: boolean;
  end(): void;
}

function occupy(first: PlannedFile, options: SuiteOptions, ports: RunPorts, signal: AbortSignal, begunAhead: number): Occupied {
  const results = new MessageChannel();
  const host = new MessageChannel();
  let worker: SandboxWorker | null = null;
  let connection: HostConnection | null = null;
  let files = 0;
  let clean = false;
  let gone = false;
  let settle: (end: FileEnd) => void = () => undefined;

  async function give(file: PlannedFile, run: RunFile): Promise<void> {
    const needs: WorkerNeeds = {
      entries: [...file.project.setupFiles, ...(file.project.runner === "jest" ? file.project.snapshotSerializers : []), run.path],
      reads: [file.project.snapshotPaths[run.path] ?? snapshotPath(run.path)],
    };
    if (worker !== null) {
      await connection?.ahead(needs);
      const next: NextFile = { next: run };
      results.port1.postMessage(next);
      return;
    }
    const connected = ports.connect(first.view, host.port1, needs).then((made) => {
      connection = made;
    });
    const [taken, parts] = await Promise.all([
      ports.frame.take(file.environment, begunAhead),
      ports.parts(file.environment),
      connected,
    ]);
    worker = taken;
    taken.onFailed = (message, lost) => {
      gone = lost;
      settle({ kind: "crashed", message });
    };
    if (signal.aborted) return;
    taken.start({ kind: "run", file: run, layers: ports.layers, parts, results: results.port2, host: host.port2 });
  }

  return {
    get files() {
      return files;
    },
    takes: (file) =>
      clean &&
      files < MOST_FILES &&
      file.view === first.view &&
      file.environment === first.environment &&
      JSON.stringify(file.environmentOptions) === JSON.stringify(first.environmentOptions),
    get clean() {
      return clean;
    },
    get lost() {
      return gone;
    },
    async run(file, collector, onEvent) {
      const run = runOf(file, options, ports);
      files++;
      clean = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const cancel = (): void => {
        settle({ kind: "cancelled" });
      };
      const ended = new Promise<FileEnd>((resolve) => {
        settle = resolve;
        signal.addEventListener("abort", cancel);
      });
      results.port1.onmessage = ({ data }: MessageEvent<WorkerEvent>) => {
        if (data.kind === "end") {
          const completed = data.mark === run.endMark && collector.done;
          clean = completed && data.left.length === 0;
          settle(
            completed
              ? { kind: "completed" }
              : { kind: "crashed", message: "the worker ended without the end mark that it was given" },
          );
          return;
        }
        if (data.kind === "fatal") {
          settle({ kind: "crashed", message: data.error.message });
          return;
        }
        collector.take(data);
        if (data.kind === "outcome") onEvent();
      };
      try {
        await give(file, run);
        if (signal.aborted) return { kind: "cancelled" };
        timer = setTimeout(() => {
          settle({ kind: "timeout", deadlineMs: options.fileDeadlineMs });
        }, options.fileDeadlineMs);
        return await ended;
      } catch (error) {
        return { kind: "crashed", message: error instanceof Error ? error.message : String(error) };
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", cancel);
      }
    },
    end() {
      worker?.kill();
      connection?.close();
      results.port1.close();
      host.port1.close();
    },
  };
}

function runOf(file: PlannedFile, options: SuiteOptions, ports: RunPorts): RunFile {
  return {
    path: `${SANDBOX_ROOT}/${file.path}`,
    project: file.project,
    environment: file.environment,
    environmentOptions: file.environmentOptions,
    shuffleSeed: options.shuffleSeed ?? null,
    clockAheadMs: options.clockAheadMs ?? 0,
    bail: options.bail ?? false,
    freeze: file.freeze,
    canary: { pass: ports.randomName(), fail: ports.randomName() },
    endMark: ports.randomName(),
    coverage: (options.coverage?.length ?? 0) > 0,
  };
}

/** Files that may follow each other in a worker stand together; otherwise as planned. */
function grouped(plan: readonly PlannedFile[]): PlannedFile[] {
  const groups = new Map<string, PlannedFile[]>();
  for (const file of plan) {
    const key = JSON.stringify([file.view, file.environment, file.environmentOptions]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [file]);
    else group.push(file);
  }
  return [...groups.values()].flat();
}

/** What a file that had a worker to itself might have answered otherwise. */
const isDoubtful = (report: FileReport): boolean =>
  report.state !== "pass" ||
  report.end.kind !== "completed" ||
  report.unhandled.length > 0 ||
  report.tampering.length > 0 ||
  report.errors.length > 0;
