/**
 * The WebContainer sandbox: the process sandbox on StackBlitz's in-browser Node. Nothing of it is loaded, and nobody is
 * contacted, before it is opened.
 */
import type { WebContainer } from "@webcontainer/api";
import { version as prettierVersion } from "prettier/package.json";
import { version as typescriptVersion } from "typescript/package.json";
import { version as vitestVersion } from "vitest/package.json";
import type { OpenSandbox, Sandbox, SandboxError } from "../../../app/ports/index.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { SnapshotFiles } from "../../../core/snapshot/index.ts";
import { createProcessSandbox } from "../process/index.ts";
import type { OwnTool, ProcessHost } from "../process/process-host.ts";
import { containerFolder, startIn, treeOf } from "./container-folder.ts";
import { ContainerLease, type CrossOriginMode } from "./container-lease.ts";

export type { CrossOriginMode } from "./container-lease.ts";

export interface WebContainerSandboxOptions {
  readonly apiKey?: string;
  readonly coep?: CrossOriginMode;
  /** Milliseconds until a host that does not answer is given up. */
  readonly bootDeadlineMs?: number;
  readonly installDeadlineMs?: number;
}

/** The package exports no manifest; a test holds this against what is installed. */
export const WEBCONTAINER_API_VERSION = "1.6.4";

const VERSIONS: Readonly<Record<OwnTool, string>> = {
  vitest: vitestVersion,
  typescript: typescriptVersion,
  prettier: prettierVersion,
};
const LOCKS = ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock"] as const;

/** Install commands by lockfile: exactly what is locked, and no package's scripts. */
const INSTALL: Readonly<Record<(typeof LOCKS)[number], readonly [program: string, ...args: string[]]>> = {
  "package-lock.json": ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
  "npm-shrinkwrap.json": ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
  "pnpm-lock.yaml": ["pnpm", "install", "--frozen-lockfile", "--ignore-scripts"],
  "yarn.lock": ["yarn", "install", "--frozen-lockfile", "--ignore-scripts"],
};

/** What an install reads: manifests, lockfile, workspace list. */
function manifestsOf(files: SnapshotFiles): SnapshotFiles {
  const entries = files.entries.filter(
    ({ path }) =>
      /(^|\/)package\.json$/.test(path) ||
      (LOCKS as readonly string[]).includes(path) ||
      path === "pnpm-workspace.yaml" ||
      path === ".npmrc",
  );
  return { ...files, entries };
}

export function createWebContainerSandbox(options: WebContainerSandboxOptions = {}): Sandbox {
  const { apiKey = "", coep = "require-corp", bootDeadlineMs = 60_000, installDeadlineMs = 300_000 } = options;
  const lease = new ContainerLease({ apiKey, coep, bootDeadlineMs });
  const installs = new Map<string, Promise<Result<string, SandboxError>>>();
  let installed: WebContainer | null = null;
  let folders = 0;

  async function run(
    container: WebContainer,
    cwd: string,
    command: readonly [string, ...string[]],
    signal: AbortSignal,
  ): Promise<{ readonly code: number | null; readonly output: string }> {
    let output = "";
    const [program, ...args] = command;
    const running = await startIn(container, program, args, {
      cwd,
      env: { CI: "1", NO_COLOR: "1" },
      onOutput: (text) => {
        output = (output + text).slice(0, 8000); // npm says what is wrong first, and its usage last.
      },
    });
    const kill = (): void => {
      running.kill();
    };
    const timer = setTimeout(kill, installDeadlineMs);
    signal.addEventListener("abort", kill, { once: true });
    try {
      return { code: await running.exit, output };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", kill);
    }
  }

  async function install(
    container: WebContainer,
    inputs: SnapshotFiles,
    signal: AbortSignal,
  ): Promise<Result<string, SandboxError>> {
    const manifests = manifestsOf(inputs);
    const folder = `installed-${String(++folders)}`;
    await container.fs.mkdir(`${folder}/node_modules`, { recursive: true });
    await container.mount(treeOf(manifests), { mountPoint: folder });
    const lock = LOCKS.find((name) => manifests.entries.some((entry) => entry.path === name));
    // Without a lockfile nothing is installed: versions picked today would be other ones tomorrow.
    if (lock === undefined) return ok(folder);
    const { code, output } = await run(container, folder, INSTALL[lock], signal);
    if (signal.aborted) return err({ kind: "cancelled" });
    if (code === 0) return ok(folder);
    return err({
      kind: "config",
      message: `${INSTALL[lock].join(" ")} ended with ${String(code)}: ${output.trim().slice(0, 1500)}`,
      advice: "The container fetches packages from the npm registry; a private one can't be reached from it.",
    });
  }

  async function installedFor(container: WebContainer, { inputs, signal }: OpenSandbox): Promise<Result<string, SandboxError>> {
    if (installed !== container) installs.clear();
    installed = container;
    const key = manifestsOf(inputs)
      .entries.map((entry) => `${entry.path} ${entry.oid}`)
      .join("\n");
    const known = installs.get(key) ?? install(container, inputs, signal);
    installs.set(key, known);
    const outcome = await known;
    if (!outcome.ok) installs.delete(key);
    return outcome;
  }

  const host: ProcessHost = {
    identity: {
      kind: "webcontainer",
      engine: `WebContainer API ${WEBCONTAINER_API_VERSION}`,
      vitest: vitestVersion,
      typescript: typescriptVersion,
    },
    async prepare(input) {
      const booted = await lease.container();
      if (!booted.ok) return booted;
      const container = booted.value;
      const place = await installedFor(container, input);
      if (!place.ok) return place;
      return ok({
        folder: (files) => containerFolder(container, `run-${String(++folders)}`, place.value, files),
        lend: async (_folder, tool) => {
          const { code } = await run(
            container,
            place.value,
            ["npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", `${tool}@${VERSIONS[tool]}`],
            input.signal,
          );
          return code === 0;
        },
        dispose: () => Promise.resolve(),
      });
    },
    dispose: () => lease.release(),
  };
  return createProcessSandbox(host, {
    now: () => performance.now(),
    token: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  });
}
