/**
 * The sandbox of real processes, on any host that has them. Each suite, type check and format runs in a folder of its
 * own made from git objects. It is no security boundary, and it runs no canaries: what native Vitest can be talked
 * into saying, it says here too.
 */
import type { OpenSandbox, Sandbox, SandboxError, SandboxSession, SuiteOptions } from "../../../app/ports/index.ts";
import type { SuiteReport, Unsupported } from "../../../core/evidence/index.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import { findTool, formatByProgram, typecheckByTsc, type ProgramOptions } from "./check-programs.ts";
import type { PreparedHost, ProcessHost, WorkFolder } from "./process-host.ts";
import { withInputs } from "../run-inputs.ts";
import { runVitest, type VitestCommand } from "./run-vitest.ts";
import { LAUNCHER, REPORTER, runnerSource } from "./vitest-plugins.ts";

const PROGRAM_DEADLINE_MS = 300_000;
const CONFIGS = ["vitest.config", "vite.config", "vitest.workspace"].flatMap((name) =>
  ["ts", "mts", "cts", "js", "mjs", "cjs"].map((ext) => `${name}.${ext}`),
);

export interface ProcessSandboxOptions {
  readonly now: () => number;
  /** Unguessable, for the reporter's lines. */
  readonly token: () => string;
}

export function createProcessSandbox(host: ProcessHost, options: ProcessSandboxOptions): Sandbox {
  return {
    identity: host.identity,
    async open(input) {
      if (input.signal.aborted) return err({ kind: "cancelled" });
      const prepared = await host.prepare(input);
      return prepared.ok ? ok(createSession(prepared.value, input, options)) : prepared;
    },
    dispose: () => host.dispose(),
  };
}

function createSession(host: PreparedHost, input: OpenSandbox, { now, token }: ProcessSandboxOptions): SandboxSession {
  const files = withInputs(input.snapshot, input.inputs);
  const { packageRoot } = input;

  async function inFolder<T>(
    signal: AbortSignal,
    run: (options: ProgramOptions) => Promise<Result<T, SandboxError>>,
  ): Promise<Result<T, SandboxError>> {
    if (signal.aborted) return err({ kind: "cancelled" });
    const folder = await host.folder(files);
    try {
      return await run({ folder, host, packageRoot, signal, deadlineMs: PROGRAM_DEADLINE_MS });
    } finally {
      await folder.dispose();
    }
  }

  async function suite(options: SuiteOptions): Promise<Result<SuiteReport, SandboxError>> {
    const started = now();
    return inFolder(options.signal, async (programs) => {
      const { folder } = programs;
      const tool = await findTool(programs, "vitest");
      if (tool === null) {
        return err({
          kind: "unsupported",
          what: "vitest",
          message: "The repository has no Vitest and none can be lent to it here",
          advice: "Choose the embedded sandbox, which brings its own.",
        });
      }
      const own = await hasConfig(folder, packageRoot);
      const above = packageRoot !== "" && !own && (await hasConfig(folder, ""));
      const cwd = above ? "" : packageRoot;
      const beside = `${tool.path.slice(0, tool.path.lastIndexOf("node_modules/"))}node_modules/.fixgate`;
      await folder.write(`${beside}/run.mjs`, LAUNCHER);
      await folder.write(`${beside}/reporter.mjs`, REPORTER);
      const foreignRunner = await setsRunner(folder, cwd);
      if (!foreignRunner) await folder.write(`${beside}/runner.mjs`, runnerSource(tool.version));
      const command: VitestCommand = {
        launcher: `${beside}/run.mjs`,
        reporter: `${beside}/reporter.mjs`,
        runner: foreignRunner ? null : `${beside}/runner.mjs`,
        cwd,
        within: above ? packageRoot : "",
      };
      const ran = await runVitest(folder, command, options, { now, token });
      if (!ran.ok) return ran;
      const unsupported: Unsupported[] = [
        ...(options.coverage === undefined ? [] : ["coverage of lines in the process sandbox"]),
        ...(options.clockAheadMs === undefined ? [] : ["a run at another date in the process sandbox"]),
      ].map((what) => ({ what, advice: "Choose the embedded sandbox.", affects: false }));
      return ok({
        files: ran.value,
        unsupported,
        notes: [
          tool.from === "repository"
            ? `Vitest ${tool.version} of the repository`
            : `the repository has no Vitest: ${tool.version} of this project ran its suite`,
          ...(foreignRunner ? ["the repository sets a runner of its own: assertions were not counted"] : []),
        ],
        ...(options.shuffleSeed === undefined ? {} : { shuffleSeed: options.shuffleSeed }),
        durationMs: Math.round(now() - started),
      });
    });
  }

  return {
    snapshot: input.snapshot.oid,
    suite,
    typecheck: ({ signal }) => inFolder(signal, (programs) => typecheckByTsc(programs, now)),
    format: (paths, { signal }) => inFolder(signal, (programs) => formatByProgram(programs, paths)),
    dispose: () => host.dispose(),
  };
}

async function configText(folder: WorkFolder, at: string): Promise<string | null> {
  for (const name of CONFIGS) {
    const text = await folder.read(at === "" ? name : `${at}/${name}`);
    if (text !== null) return text;
  }
  return null;
}
const hasConfig = async (folder: WorkFolder, at: string): Promise<boolean> => (await configText(folder, at)) !== null;
const setsRunner = async (folder: WorkFolder, at: string): Promise<boolean> =>
  /\brunner\s*:/.test((await configText(folder, at)) ?? "");
