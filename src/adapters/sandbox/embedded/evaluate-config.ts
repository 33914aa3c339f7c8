/** Has the repository's test configuration evaluated, in a sandbox worker, and reads what comes out. */
import type { SandboxError } from "../../../app/ports/index.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { SnapshotEntry } from "../../../core/snapshot/index.ts";
import type { ProjectConfig, SuiteConfig } from "../../../protocol/sandbox-config.ts";
import { SANDBOX_ROOT, withoutRoot, type PackedLayer } from "../../../protocol/sandbox-files.ts";
import type { RawConfig, RawJestConfig } from "../../../protocol/sandbox-raw-config.ts";
import type { WorkerEvent } from "../../../protocol/sandbox-run.ts";
import type { SandboxFrame } from "./frame.ts";
import type { HostClient } from "./host-client.ts";
import { readJestConfig, type JestReading } from "./jest-config.ts";
import { fields } from "./read-fields.ts";
import { readConfig } from "./read-config.ts";
import { recogniseRunner, repositoryBabelPlugins, type PackageInputs, type Recognised } from "./recognise-runner.ts";

const DEADLINE_MS = 30_000;
const CONFIG_FILES = ["vitest.config", "vite.config"].flatMap((name) =>
  [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"].map((extension) => name + extension),
);
const WORKSPACE_FILES = ["vitest.workspace", "vitest.projects"].flatMap((name) =>
  [".ts", ".mts", ".js", ".mjs", ".json"].map((extension) => name + extension),
);

export interface ConfigInput {
  readonly host: HostClient;
  readonly frame: SandboxFrame;
  /** The host's number of a snapshot opened over `layers`. */
  readonly snapshot: number;
  readonly view: number;
  readonly layers: readonly PackedLayer[];
  readonly entries: readonly SnapshotEntry[];
  /** Of a file among `entries`. */
  readonly text: (path: string) => string | null;
  readonly packageRoot: string;
  /** The version of the repository's own Jest. */
  readonly jest: string | null;
  readonly fallback: ProjectConfig;
  readonly parts: Readonly<Record<string, Blob>>;
  readonly signal: AbortSignal;
}

export async function evaluateConfig(input: ConfigInput): Promise<Result<SuiteConfig, SandboxError>> {
  const { packageRoot, fallback } = input;
  const prefix = packageRoot === "" ? "" : `${packageRoot}/`;
  const paths = new Set<string>(input.entries.map(({ path }) => path));
  const inputs: PackageInputs = { packageRoot, text: input.text, has: (path) => paths.has(path) };
  const runner = recogniseRunner(inputs, paths);
  if (runner.kind === "other")
    return err({
      kind: "config",
      message: `the tests of this package are run by ${runner.name}, by what its package.json says`,
      advice: "Vitest, Jest-style and node:test suites can be run here. Pick a package that has one, or add one beside it.",
    });
  if (runner.kind === "jest") return evaluateJest(runner, inputs, input);
  const file = CONFIG_FILES.map((name) => prefix + name).find((path) => paths.has(path)) ?? null;
  const notes = runner.kind === "node:test" ? ["a suite of Node's test runner: node:test was laid over Vitest's runner"] : [];
  if (file === null && !WORKSPACE_FILES.some((name) => paths.has(prefix + name)))
    return ok({ file: null, projects: [{ ...fallback, runner: runner.kind }], unsupported: [], notes });
  const value = await evaluate("vitest", file, input);
  if (!value.ok) return value;
  const config = readConfig(value.value as RawConfig, { ...fallback, runner: runner.kind });
  return ok({ ...config, notes: [...config.notes, ...notes] });
}

async function evaluateJest(
  runner: Extract<Recognised, { kind: "jest" }>,
  inputs: PackageInputs,
  input: ConfigInput,
): Promise<Result<SuiteConfig, SandboxError>> {
  const { root } = input.fallback;
  const reading: JestReading = {
    fallback: input.fallback,
    version: input.jest,
    esm: runner.esm,
    environment: runner.environment,
    babelPlugins: repositoryBabelPlugins(inputs),
  };
  const projects = fields(runner.inline)["projects"];
  let raw: RawJestConfig = { file: null, projects: [{ file: null, root, config: runner.inline }], problems: [] };
  if (runner.file !== null || projects !== undefined) {
    const prefix = input.packageRoot === "" ? "" : `${input.packageRoot}/`;
    const value = await evaluate("jest", runner.file ?? `${prefix}package.json`, input);
    if (!value.ok) return value;
    raw = value.value as RawJestConfig;
  }
  const config = readJestConfig(raw, reading);
  const version = input.jest === null ? "" : ` ${input.jest}`;
  return ok({
    ...config,
    notes: [...config.notes, `a Jest suite: the repository's jest${version} was replaced by Jest's API over Vitest's runner`],
  });
}

/** What comes out of a configuration file: code of the repository, so it runs in a sandbox worker. */
async function evaluate(
  runner: "vitest" | "jest",
  file: string | null,
  input: ConfigInput,
): Promise<Result<unknown, SandboxError>> {
  const { fallback } = input;
  await input.host.call("view", {
    view: input.view,
    snapshot: input.snapshot,
    project: fallback,
    coverage: [],
    configuration: true,
  });
  const host = new MessageChannel();
  const results = new MessageChannel();
  const [worker] = await Promise.all([
    input.frame.take(),
    input.host.call("connect", input.view, input.view, host.port1, { entries: [], reads: [] }),
  ]);
  try {
    const event = await new Promise<WorkerEvent | "cancelled" | "deadline">((resolve) => {
      const timer = setTimeout(() => {
        resolve("deadline");
      }, DEADLINE_MS);
      const settle = (outcome: WorkerEvent | "cancelled"): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      input.signal.addEventListener("abort", () => {
        settle("cancelled");
      });
      worker.onFailed = (message) => {
        settle({ kind: "fatal", error: { name: "Error", message, stack: null, expected: null, actual: null } });
      };
      results.port1.onmessage = ({ data }: MessageEvent<WorkerEvent>) => {
        if (data.kind === "config" || data.kind === "fatal") settle(data);
      };
      worker.start({
        kind: "config",
        runner,
        file: file === null ? null : `${SANDBOX_ROOT}/${file}`,
        root: fallback.root,
        defaults: { include: fallback.include, exclude: fallback.exclude },
        layers: input.layers,
        parts: input.parts,
        results: results.port2,
        host: host.port2,
      });
    });
    if (event === "cancelled") return err({ kind: "cancelled" });
    const name = file ?? "the workspace file";
    if (event === "deadline")
      return err({
        kind: "config",
        message: `${name} did not come to an end in ${String(DEADLINE_MS / 1000)} s`,
        advice: "run this repository in the Node or WebContainer sandbox",
      });
    if (event.kind !== "config") {
      const message = event.kind === "fatal" ? event.error.message : "no answer";
      return err({
        kind: "config",
        message: `${name} could not be evaluated: ${withoutRoot(message).slice(0, 1000)}`,
        advice: "the configuration needs something that a browser hasn't; run this repository in the Node or WebContainer sandbox",
      });
    }
    return ok(event.value);
  } finally {
    worker.kill();
    results.port1.close();
    void input.host.call("disconnect", input.view).catch(() => undefined);
  }
}
