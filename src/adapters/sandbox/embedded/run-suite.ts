/**
 * One run of a suite: test files through lanes of disposable workers. Each file has its deadline; whatever ends a
 * worker, the file's report says so and keeps what was streamed before.
 */
import type { SuiteOptions } from "../../../app/ports/index.ts";
import type { FileEnd, FileReport, LineCoverage, Unsupported } from "../../../core/evidence/index.ts";
import { parseRepoPath, type RepoPath } from "../../../core/snapshot/index.ts";
import type { ProjectConfig } from "../../../protocol/sandbox-config.ts";
import { SANDBOX_ROOT, type PackedLayer } from "../../../protocol/sandbox-files.ts";
import type { WorkerNeeds } from "../../../protocol/sandbox-host.ts";
import { snapshotPath, type RunFile, type WorkerEvent } from "../../../protocol/sandbox-run.ts";
import type { SandboxFrame, SandboxWorker } from "./frame.ts";
import { collectFile, type FileCollector } from "./report.ts";

export interface PlannedFile {
  readonly path: RepoPath;
  readonly project: ProjectConfig;
  /** The host's view for this project. */
  readonly view: number;
  readonly environment: string;
  readonly environmentOptions: Readonly<Record<string, unknown>>;
  readonly freeze: boolean;
}

export interface RunPorts {
  readonly frame: SandboxFrame;
  readonly layers: readonly PackedLayer[];
  readonly lanes: number;
  connect(view: number, port: MessagePort, ahead: WorkerNeeds): Promise<unknown>;
  parts(environment: string): Promise<Readonly<Record<string, Blob>>>;
  readonly randomName: () => string;
  readonly now: () => number;
}

export interface SuiteRun {
  readonly files: readonly FileReport[];
  readonly unsupported: readonly Unsupported[];
  readonly coverage: readonly LineCoverage[];
  readonly timings: Readonly<Record<RepoPath, Readonly<Record<string, number>>>>;
}

export async function runSuite(plan: readonly PlannedFile[], options: SuiteOptions, ports: RunPorts): Promise<SuiteRun> {
  const queue = [...plan];
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

  async function lane(): Promise<void> {
    for (let file = queue.shift(); file !== undefined && !signal.aborted; file = queue.shift()) {
      const { path, environment } = file;
      const collector = collectFile(path, environment);
      running.add(collector);
      progress(path);
      const end = await runOne(file, collector, options, ports, signal, Math.min(queue.length, ports.lanes), () => {
        progress(path);
        if (options.bail === true && collector.failed > 0 && !options.signal.aborted) stop.abort();
      });
      running.delete(collector);
      finished.passed += collector.passed;
      finished.failed += collector.failed;
      const report = collector.report(end, file.freeze);
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
  }
  await Promise.all(Array.from({ length: Math.min(ports.lanes, plan.length) }, lane));
  return {
    files: plan.map(({ path }) => reports.get(path)).filter((report) => report !== undefined),
    unsupported,
    timings,
    coverage: [...coverage]
      .map(([path, lines]) => ({ path: parseRepoPath(path), lines: [...lines].sort(([a], [b]) => a - b) }))
      .flatMap(({ path, lines }) => (path.ok ? [{ path: path.value, lines }] : [])),
  };
}

async function runOne(
  file: PlannedFile,
  collector: FileCollector,
  options: SuiteOptions,
  ports: RunPorts,
  signal: AbortSignal,
  remaining: number,
  onEvent: () => void,
): Promise<FileEnd> {
  const absolute = `${SANDBOX_ROOT}/${file.path}`;
  const endMark = ports.randomName();
  const run: RunFile = {
    path: absolute,
    project: file.project,
    environment: file.environment,
    environmentOptions: file.environmentOptions,
    shuffleSeed: options.shuffleSeed ?? null,
    bail: options.bail ?? false,
    freeze: file.freeze,
    canary: { pass: ports.randomName(), fail: ports.randomName() },
    endMark,
    coverage: (options.coverage?.length ?? 0) > 0,
  };
  const results = new MessageChannel();
  const host = new MessageChannel();
  let worker: SandboxWorker | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const connected = ports.connect(file.view, host.port1, {
      entries: [...file.project.setupFiles, absolute],
      reads: [file.project.snapshotPaths[absolute] ?? snapshotPath(absolute)],
    });
    const [taken, parts] = await Promise.all([ports.frame.take(remaining), ports.parts(file.environment), connected]);
    worker = taken;
    if (signal.aborted) return { kind: "cancelled" };
    const started = worker;
    return await new Promise<FileEnd>((resolve) => {
      signal.addEventListener("abort", () => {
        resolve({ kind: "cancelled" });
      });
      timer = setTimeout(() => {
        resolve({ kind: "timeout", deadlineMs: options.fileDeadlineMs });
      }, options.fileDeadlineMs);
      started.onFailed = (message) => {
        resolve({ kind: "crashed", message });
      };
      results.port1.onmessage = ({ data }: MessageEvent<WorkerEvent>) => {
        if (data.kind === "end") {
          resolve(
            data.mark === endMark && collector.done
              ? { kind: "completed" }
              : { kind: "crashed", message: "the worker ended without the end mark that it was given" },
          );
          return;
        }
        if (data.kind === "fatal") {
          resolve({ kind: "crashed", message: data.error.message });
          return;
        }
        collector.take(data);
        if (data.kind === "outcome") onEvent();
      };
      started.start({ kind: "run", files: [run], layers: ports.layers, parts, results: results.port2, host: host.port2 });
    });
  } catch (error) {
    return { kind: "crashed", message: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
    worker?.kill();
    results.port1.close();
  }
}
