/** One snapshot in the embedded sandbox: its files stand in the host worker, its configuration was read, its suite can run. */
import type { OpenSandbox, SandboxError, SandboxSession, SuiteOptions } from "../../../app/ports/index.ts";
import type { FileReport, SuiteReport } from "../../../core/evidence/index.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { RepoPath, SnapshotEntry } from "../../../core/snapshot/index.ts";
import type { ProjectConfig, SuiteConfig } from "../../../protocol/sandbox-config.ts";
import type { PackedLayer } from "../../../protocol/sandbox-files.ts";
import { SANDBOX_ROOT } from "../../../protocol/sandbox-files.ts";
import { isAborted } from "../../../protocol/is-aborted.ts";
import { HostLost, type HostClient } from "./host-client.ts";
import { environmentOf, testFiles, typeTestFiles } from "./projects.ts";
import { runSuite, type PlannedFile, type RunPorts } from "./run-suite.ts";
import { runTypeTests } from "./type-tests.ts";
import type { TypecheckPort } from "./typecheck-port.ts";

/** A spare worker takes some fifteen megabytes, one with a DOM some fifty. */
const mostSpares = (environment: string): number => (environment === "node" ? 12 : 4);

export interface SessionPorts {
  readonly host: HostClient;
  readonly typecheck: TypecheckPort;
  readonly layers: readonly PackedLayer[];
  /** The host's number for this snapshot. */
  readonly number: number;
  /** Views and connections. */
  readonly nextNumber: () => number;
  readonly entries: readonly SnapshotEntry[];
  readonly config: SuiteConfig;
  readonly run: Omit<RunPorts, "layers" | "connect">;
  /** Files that gave other results with frozen intrinsics on base: they run unfrozen from then on. */
  readonly unfrozen: Set<string>;
  readonly onDispose: () => void;
}

export function createSession(input: OpenSandbox, ports: SessionPorts): SandboxSession {
  const { snapshot, inputs, dependencies, packageRoot } = input;
  const checkInput = { snapshot, inputs, dependencies, packageRoot };
  const decoder = new TextDecoder();
  const views = new Map<string, Promise<number>>();
  const isBase = snapshot.oid === input.inputs.oid;
  const oidsOnBase = new Map<RepoPath, string>(input.inputs.entries.map(({ path, oid }) => [path, oid]));
  const isKnown = (path: RepoPath): boolean => oidsOnBase.get(path) === byPath.get(path)?.oid;
  const textOf = (entry: SnapshotEntry): string =>
    decoder.decode(snapshot.blobs.get(entry.oid) ?? input.inputs.blobs.get(entry.oid) ?? new Uint8Array());
  const byPath = new Map<RepoPath, SnapshotEntry>(ports.entries.map((entry) => [entry.path, entry]));

  function viewOf(project: ProjectConfig, coverage: readonly RepoPath[]): Promise<number> {
    const key = `${String(ports.config.projects.indexOf(project))}\0${coverage.join("\0")}`;
    let view = views.get(key);
    if (view === undefined) {
      const number = ports.nextNumber();
      view = ports.host
        .call("view", { view: number, snapshot: ports.number, project, coverage, configuration: false })
        .then(() => number);
      views.set(key, view);
    }
    return view;
  }

  async function plan(options: SuiteOptions): Promise<readonly PlannedFile[]> {
    const wanted = options.files === undefined ? null : new Set<string>(options.files);
    const planned = new Map<RepoPath, PlannedFile>();
    for (const project of ports.config.projects) {
      for (const path of testFiles(project, ports.entries, textOf)) {
        if ((wanted !== null && !wanted.has(path)) || planned.has(path)) continue;
        const entry = byPath.get(path);
        const { environment, options: environmentOptions } = environmentOf(
          project,
          `${SANDBOX_ROOT}/${path}`,
          entry === undefined ? "" : textOf(entry),
        );
        planned.set(path, {
          path,
          project,
          view: await viewOf(project, options.coverage ?? []),
          environment,
          environmentOptions,
          freeze: !ports.unfrozen.has(path),
          // A shuffled run is the test of the others: each file in a worker of its own, so that what sharing changed shows.
          mayShare:
            !ports.unfrozen.has(path) &&
            isKnown(path) &&
            options.shuffleSeed === undefined &&
            options.clockAheadMs === undefined &&
            options.coverage === undefined,
        });
      }
    }
    return [...planned.values()];
  }

  function planTypeTests(options: SuiteOptions): ReadonlyMap<string | null, readonly RepoPath[]> {
    const wanted = options.files === undefined ? null : new Set<string>(options.files);
    const planned = new Map<string | null, RepoPath[]>();
    for (const project of ports.config.projects) {
      const paths = typeTestFiles(project, ports.entries).filter((path) => wanted?.has(path) !== false);
      if (project.typeTests === null || paths.length === 0) continue;
      const { tsconfig } = project.typeTests;
      planned.set(tsconfig, [...new Set([...(planned.get(tsconfig) ?? []), ...paths])]);
    }
    return planned;
  }

  async function suite(options: SuiteOptions): Promise<Result<SuiteReport, SandboxError>> {
    const started = performance.now();
    let spares = 0;
    let environment: string | undefined;
    if (isAborted(options.signal)) return err({ kind: "cancelled" });
    try {
      const files = await plan(options);
      environment = commonest(files.map((file) => file.environment));
      const types = planTypeTests(options);
      if (files.length === 0 && types.size === 0) return err(noTests(options, ports.config));
      const runPorts: RunPorts = {
        ...ports.run,
        layers: ports.layers,
        connect: async (view, port, needs) => {
          const connection = ports.nextNumber();
          await ports.host.call("connect", connection, view, port, needs);
          return {
            ahead: (more) => ports.host.call("ahead", connection, more),
            close: () => void ports.host.call("disconnect", connection).catch(() => undefined),
          };
        },
      };
      const notes = [...ports.config.notes];
      const typeTests = runTypeTests(types, { ...checkInput, signal: options.signal }, ports.typecheck);
      let run = await runSuite(files, options, runPorts);
      if (options.files === undefined && environment !== undefined) spares = Math.min(run.workers, mostSpares(environment));
      if (isAborted(options.signal)) return err({ kind: "cancelled" });
      // On base, a file that fails is tried without frozen intrinsics: if that changes its results, it was the freezing. A file
      // that base does not have is, where its own lines (not the source's) ran into the ice.
      const suspects =
        options.bail === true
          ? []
          : files.filter(
              (file) =>
                file.freeze &&
                // What the engine can't do is missing with and without ice.
                !run.unsupported.some(({ path, affects }) => affects && path === file.path) &&
                run.files.some(
                  (report) => report.path === file.path && (isBase ? isRed(report) : !isKnown(file.path) && ranIntoTheIce(report)),
                ),
            );
      if (suspects.length > 0) {
        const again = await runSuite(
          suspects.map((file) => ({ ...file, freeze: false, mayShare: false })),
          options,
          runPorts,
        );
        const replaced = again.files.filter((report) =>
          differs(
            report,
            run.files.find(({ path }) => path === report.path),
          ),
        );
        for (const { path } of replaced) {
          ports.unfrozen.add(path);
          notes.push(`${path} gives other results with frozen intrinsics and runs without them`);
        }
        const byNewPath = new Map(replaced.map((report) => [report.path, report]));
        run = { ...run, files: run.files.map((report) => byNewPath.get(report.path) ?? report) };
      }
      const typed = await typeTests;
      if (isAborted(options.signal)) return err({ kind: "cancelled" });
      if (!typed.ok) return typed;
      const unsupported = new Map(
        [...ports.config.unsupported, ...run.unsupported, ...typed.value.unsupported].map((entry) => [
          `${entry.what}\0${entry.path ?? ""}`,
          entry,
        ]),
      );
      return ok({
        files: [...run.files, ...typed.value.files],
        unsupported: [...unsupported.values()],
        notes,
        ...(options.shuffleSeed === undefined ? {} : { shuffleSeed: options.shuffleSeed }),
        ...(options.clockAheadMs === undefined ? {} : { clockAheadMs: options.clockAheadMs }),
        ...(options.coverage === undefined ? {} : { coverage: run.coverage }),
        durationMs: Math.round(performance.now() - started),
      });
    } catch (error) {
      if (error instanceof HostLost)
        return err({
          kind: "lost",
          message: error.message,
          advice: "reload the page; if it happens again, the repository may be too large for this browser",
        });
      throw error;
    } finally {
      // The suite comes again, on the next snapshot: its workers start while something else is slow.
      ports.run.frame.refill(spares, environment);
    }
  }

  return {
    snapshot: snapshot.oid,
    suite,
    typecheck: ({ signal }) => ports.typecheck.typecheck({ ...checkInput, signal }),
    format: (paths, { signal }) => ports.typecheck.format({ ...checkInput, signal, paths }),
    dispose() {
      ports.onDispose();
      return Promise.resolve();
    },
  };
}

function commonest(names: readonly string[]): string | undefined {
  const count = (name: string): number => names.filter((each) => each === name).length;
  return [...new Set(names)].sort((a, b) => count(b) - count(a))[0];
}

function isRed(report: FileReport): boolean {
  return report.state !== "pass" || report.unhandled.length > 0;
}

/** Each engine says it in its own words. */
const FROZEN = /not extensible|read.?only|redefine property|delete property|(?:non|un)-?configurable/i;

function ranIntoTheIce({ path, tests, errors }: FileReport): boolean {
  return [...errors, ...tests.flatMap((test) => test.errors)].some(
    (error) => error.name === "TypeError" && FROZEN.test(error.message) && error.place?.path === path,
  );
}

function differs(a: FileReport, b: FileReport | undefined): boolean {
  if (b === undefined) return true;
  const picture = (report: FileReport): string =>
    JSON.stringify([report.state, report.tests.map(({ id, state }) => [id, state]), report.errors.length, report.unhandled.length]);
  return picture(a) !== picture(b);
}

function noTests(options: SuiteOptions, config: SuiteConfig): SandboxError {
  const patterns = config.projects.flatMap(({ include }) => include).join(", ");
  return options.files === undefined
    ? {
        kind: "no-tests",
        message: `no file matches ${patterns}`,
        advice: "check the include patterns of the test configuration, or open the package that has the tests",
      }
    : {
        kind: "no-tests",
        message: `none of the files asked for is a test file of this repository (${patterns})`,
        advice: "a test must lie where the repository's configuration looks for tests",
      };
}
