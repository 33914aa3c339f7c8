/**
 * The embedded sandbox: a repository's own Vitest suite in the browser, with no server. A trusted host worker resolves
 * and transforms; test files run in disposable workers inside an opaque-origin frame without network.
 */
import type { OpenSandbox, Sandbox, SandboxError, SandboxSession } from "../../../app/ports/index.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { SnapshotFiles } from "../../../core/snapshot/index.ts";
import type { SuiteConfig } from "../../../protocol/sandbox-config.ts";
import { SANDBOX_ROOT, type PackedLayer } from "../../../protocol/sandbox-files.ts";
import { isAborted } from "../../../protocol/is-aborted.ts";
import { version as typescriptVersion } from "typescript/package.json";
import { version as vitestVersion } from "vitest/package.json";
import { evaluateConfig } from "./evaluate-config.ts";
import { openFrame, type SandboxFrame } from "./frame.ts";
import { startHost, type HostClient } from "./host-client.ts";
import { engineName } from "./identity.ts";
import { effectiveEntries } from "../run-inputs.ts";
import { createPacking } from "./packing.ts";
import { defaultProject } from "./projects.ts";
import { likelyEnvironment } from "./likely-environment.ts";
import { createSession } from "./session.ts";
import type { TypecheckPort } from "./typecheck-port.ts";

export type { TypecheckPort } from "./typecheck-port.ts";

export interface EmbeddedSandboxOptions {
  /** Absolute address of the folder with the engine's bundles, with a slash at its end. */
  readonly engineBase: string;
  /** Test files that run at the same time. */
  readonly lanes: number;
  readonly typecheck: TypecheckPort;
}

function textOf({ entries, blobs }: SnapshotFiles, path: string): string | null {
  const oid = entries.find((entry) => entry.path === path)?.oid;
  const bytes = oid === undefined ? undefined : blobs.get(oid);
  return bytes === undefined ? null : new TextDecoder().decode(bytes);
}

export interface EmbeddedSandbox extends Sandbox {
  /** Settles when the spare workers that were asked for stand ready: for measuring. */
  warmed(): Promise<void>;
}

interface Running {
  readonly host: HostClient;
  readonly frame: SandboxFrame;
}

export function createEmbeddedSandbox({ engineBase, lanes, typecheck }: EmbeddedSandboxOptions): EmbeddedSandbox {
  const packing = createPacking();
  const parts = new Map<string, Promise<Blob>>();
  const unfrozen = new Map<string, Set<string>>();
  let running: Promise<Running> | null = null;
  let numbers = 0;
  let wanted = 0;
  let likely: string | undefined;

  const load = (file: string): Promise<Blob> => {
    let blob = parts.get(file);
    if (blob === undefined) {
      blob = fetch(new URL(file, engineBase)).then((response) => {
        if (!response.ok) throw new Error(`${file} of the sandbox engine could not be loaded (HTTP ${String(response.status)})`);
        return response.blob();
      });
      blob.catch(() => parts.delete(file));
      parts.set(file, blob);
    }
    return blob;
  };

  async function start(): Promise<Running> {
    const [host, frame] = await Promise.all([
      startHost(engineBase),
      load("runtime.js").then(async (runtime) => {
        const opened = await openFrame(engineBase, runtime, partsFor);
        // While the host is still being compiled: the first test files would wait for their workers.
        opened.warm(Math.max(wanted, lanes), likely);
        return opened;
      }),
    ]);
    return { host, frame };
  }
  async function ready(): Promise<Running> {
    const before = await running?.catch(() => null);
    if (before?.host.lost === true) {
      before.frame.dispose();
      running = null;
    }
    running ??= start();
    running.catch(() => {
      running = null;
    });
    return running;
  }

  async function partsFor(environment: string): Promise<Readonly<Record<string, Blob>>> {
    const names = ["node", "crypto", "zlib", ...(environment === "happy-dom" || environment === "jsdom" ? [environment] : [])];
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await load(`part-${name}.js`)] as const)));
  }

  /** By inputs: the same configuration serves base, candidate and every mutant. */
  const configs = new Map<string, Promise<Result<SuiteConfig, SandboxError>>>();
  function configOf(
    input: OpenSandbox,
    host: HostClient,
    frame: SandboxFrame,
    dependencyLayer: PackedLayer,
    vitest: string | null,
    jest: string | null,
  ): Promise<Result<SuiteConfig, SandboxError>> {
    const key = `${input.inputs.oid}\0${input.dependencies.digest}\0${input.packageRoot}`;
    const known = configs.get(key);
    if (known !== undefined) return known;
    const evaluated = (async (): Promise<Result<SuiteConfig, SandboxError>> => {
      const layers = [dependencyLayer, packing.snapshot(`inputs ${input.inputs.oid}`, input.inputs.entries, [input.inputs])];
      const snapshot = ++numbers;
      await host.call("open", { snapshot, layers });
      const result = await evaluateConfig({
        host,
        frame,
        snapshot,
        view: ++numbers,
        layers,
        entries: input.inputs.entries,
        text: (path) => textOf(input.inputs, path),
        packageRoot: input.packageRoot,
        jest,
        fallback: defaultProject(input.packageRoot, vitest),
        parts: await partsFor("node"),
        signal: input.signal,
      });
      await host.call("close", snapshot);
      if (!result.ok || vitest === null || vitest === vitestVersion) return result;
      return ok({
        ...result.value,
        notes: [...result.value.notes, `the repository's vitest ${vitest} was replaced by ${vitestVersion}`],
      });
    })();
    configs.set(key, evaluated);
    evaluated.then(
      (result) => {
        if (!result.ok) configs.delete(key);
      },
      () => configs.delete(key),
    );
    return evaluated;
  }

  async function open(input: OpenSandbox): Promise<Result<SandboxSession, SandboxError>> {
    if (isAborted(input.signal)) return err({ kind: "cancelled" });
    let host: HostClient;
    let frame: SandboxFrame;
    try {
      ({ host, frame } = await ready());
    } catch (error) {
      return err({
        kind: "lost",
        message: `the embedded sandbox did not start: ${error instanceof Error ? error.message : String(error)}`,
        advice: "reload the page; in a checkout, build the engine first",
      });
    }
    const versionOf = (name: string): string | null =>
      input.dependencies.packages.find(({ location }) => location === `node_modules/${name}`)?.version ?? null;
    const vitest = versionOf("vitest");
    const dependencyLayer = packing.dependencies(input.dependencies);
    const config = await configOf(input, host, frame, dependencyLayer, vitest, versionOf("jest"));
    if (!config.ok) return config;
    if (isAborted(input.signal)) return err({ kind: "cancelled" });
    const setup = new Set(
      config.value.projects
        .flatMap(({ setupFiles, snapshotSerializers }) => [...setupFiles, ...snapshotSerializers])
        .map((path) => path.replace(`${SANDBOX_ROOT}/`, "")),
    );
    const entries = effectiveEntries(input.snapshot, input.inputs, setup);
    const layers = [
      dependencyLayer,
      packing.snapshot(`${input.snapshot.oid} by ${input.inputs.oid}`, entries, [input.snapshot, input.inputs]),
    ];
    const number = ++numbers;
    await host.call("open", { snapshot: number, layers });
    let unfrozenFiles = unfrozen.get(input.inputs.oid);
    if (unfrozenFiles === undefined) unfrozen.set(input.inputs.oid, (unfrozenFiles = new Set()));
    return ok(
      createSession(input, {
        host,
        typecheck,
        layers,
        number,
        entries,
        config: config.value,
        unfrozen: unfrozenFiles,
        nextNumber: () => ++numbers,
        onDispose: () => void host.call("close", number).catch(() => undefined),
        run: {
          frame,
          lanes,
          parts: partsFor,
          now: () => performance.now(),
          randomName: () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join(""),
        },
      }),
    );
  }

  return {
    identity: { kind: "embedded", engine: engineName(navigator.userAgent), vitest: vitestVersion, typescript: typescriptVersion },
    open,
    warm(count, repository) {
      wanted = count;
      if (repository !== undefined) likely = likelyEnvironment(repository, textOf);
      void ready().then(
        ({ frame }) => {
          frame.warm(count, likely);
        },
        () => undefined,
      );
      typecheck.warm?.(repository);
    },
    async warmed() {
      const { frame } = await ready();
      await frame.warmed();
    },
    async dispose() {
      const ended = await running?.catch(() => null);
      running = null;
      ended?.host.dispose();
      ended?.frame.dispose();
    },
  };
}
