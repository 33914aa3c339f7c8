/**
 * The page's side of installing dependencies. One worker an installation: to cancel is to terminate it, and what it has
 * fetched by then is in the cache, so the next time goes on from there.
 */
import { proxy, wrap, type Remote } from "comlink";
import picomatch from "picomatch";
import type { Dependencies, DependencyError, DependencySource } from "../../app/ports/index.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { SnapshotFiles } from "../../core/snapshot/index.ts";
import type { DependencyWorkerApi, InstallRequest, RegistrySettings } from "../../protocol/dependencies.ts";
import { parseDependencyPack } from "../../protocol/pack.ts";

export interface DependencySourceOptions {
  readonly worker: () => Worker;
  /** Address of the registry; empty: what the lockfile names, else the default that the build was made with. */
  readonly registry: string;
  readonly defaultRegistry: string;
  /** By scope ("@company"). */
  readonly scopes?: RegistrySettings["scopes"];
  /** By registry address; kept in memory, sent to that registry alone. */
  readonly tokens?: RegistrySettings["tokens"];
  readonly allowNoLockfile?: boolean;
  readonly cacheLimitBytes?: number;
}

const CACHE_LIMIT = 1024 * 1024 * 1024;
const LOCKFILES = ["npm-shrinkwrap.json", "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"];

export function createDependencySource(options: DependencySourceOptions): DependencySource {
  return {
    install: (snapshot, { signal, onProgress }) => {
      const request: InstallRequest = {
        ...readInputs(snapshot),
        settings: { registry: options.registry, scopes: options.scopes ?? {}, tokens: options.tokens ?? {} },
        defaultRegistry: options.defaultRegistry,
        allowNoLockfile: options.allowNoLockfile ?? false,
        cacheLimitBytes: options.cacheLimitBytes ?? CACHE_LIMIT,
      };
      return withWorker<Result<Dependencies, DependencyError>>(options.worker, signal, err({ kind: "cancelled" }), (remote) =>
        remote.install(request, proxy(onProgress)),
      );
    },
  };
}

/** A prebuilt archive, made by `fixgate pack-deps` on the person's machine, in place of a registry. */
export function createArchiveSource(archive: Blob): DependencySource {
  return {
    install: async () => {
      const pack = await parseDependencyPack(archive);
      if (!pack.ok)
        return err({
          kind: "unreadable-lockfile",
          message: `The archive can't be used: ${pack.error.message}.`,
          advice: "Make it again with `npx fixgate pack-deps` in the repository.",
        });
      const { index, ...header } = pack.value.header;
      return ok({ ...header, files: { index, blob: pack.value.body } });
    },
  };
}

export interface PackageCache {
  size(): Promise<number>;
  clear(): Promise<void>;
}

/** What is kept of packages that were fetched before: for a screen that shows its size and empties it. */
export function createPackageCache(worker: () => Worker): PackageCache {
  const never = new AbortController().signal;
  return {
    size: () => withWorker(worker, never, 0, (remote) => remote.cacheSize()),
    clear: () => withWorker(worker, never, undefined, (remote) => remote.clearCache()),
  };
}

/** Always ends: with the answer, with `cancelled`, or by rejecting when the worker itself breaks. */
async function withWorker<T>(
  make: () => Worker,
  signal: AbortSignal,
  cancelled: T,
  ask: (remote: Remote<DependencyWorkerApi>) => Promise<T>,
): Promise<T> {
  if (signal.aborted) return cancelled;
  const worker = make();
  // Pinned until the end: a collected proxy would close the channel under the call.
  const remote = wrap<DependencyWorkerApi>(worker);
  const ending = new AbortController();
  try {
    return await Promise.race([
      ask(remote),
      new Promise<T>((resolve, reject) => {
        const once = { signal: ending.signal };
        signal.addEventListener(
          "abort",
          () => {
            resolve(cancelled);
          },
          once,
        );
        worker.addEventListener(
          "error",
          (event) => {
            reject(new Error(`the dependency worker broke: ${event.message || "it could not be loaded"}`));
          },
          once,
        );
        worker.addEventListener(
          "messageerror",
          () => {
            reject(new Error("a message to or from the dependency worker could not be read"));
          },
          once,
        );
      }),
    ]);
  } finally {
    ending.abort();
    worker.terminate();
  }
}

/** Of a snapshot only what says which packages there are: nothing else crosses to the worker. */
function readInputs(snapshot: SnapshotFiles): Pick<InstallRequest, "lockfiles" | "manifests" | "tarballs"> {
  const lockfiles = new Map<string, string>();
  const manifests = new Map<string, string>();
  const tarballs = new Map<string, Uint8Array>();
  for (const { path, oid, mode } of snapshot.entries) {
    const bytes = mode === "120000" ? undefined : snapshot.blobs.get(oid);
    if (bytes === undefined || /(^|\/)node_modules\//.test(path)) continue;
    if (LOCKFILES.includes(path)) lockfiles.set(path, new TextDecoder().decode(bytes));
    else if (path === "package.json") manifests.set("", new TextDecoder().decode(bytes));
    else if (path.endsWith("/package.json")) manifests.set(path.slice(0, -"/package.json".length), new TextDecoder().decode(bytes));
    else if (/\.(tgz|tar\.gz)$/.test(path)) tarballs.set(path, bytes);
  }
  return { lockfiles, manifests: workspaceManifests(manifests, snapshot), tarballs };
}

/** The root's and its workspaces': a package.json in a fixture or a template is nobody's dependency. */
function workspaceManifests(all: ReadonlyMap<string, string>, snapshot: SnapshotFiles): Map<string, string> {
  const patterns = workspacePatterns(all.get("") ?? "{}", snapshot);
  return new Map([...all].filter(([folder]) => folder === "" || isWorkspace(folder, patterns)));
}

function workspacePatterns(rootManifest: string, snapshot: SnapshotFiles): readonly string[] {
  const pnpm = snapshot.entries.find((entry) => entry.path === "pnpm-workspace.yaml");
  const yaml = pnpm === undefined ? undefined : snapshot.blobs.get(pnpm.oid);
  if (yaml !== undefined)
    return [...new TextDecoder().decode(yaml).matchAll(/^\s*-\s*["']?([^"'#\n]+?)["']?\s*$/gm)].flatMap((match) => match[1] ?? []);
  try {
    const { workspaces } = JSON.parse(rootManifest) as { workspaces?: unknown };
    const listed = Array.isArray(workspaces) ? workspaces : (workspaces as { packages?: unknown } | undefined)?.packages;
    return Array.isArray(listed) ? listed.filter((each): each is string => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function isWorkspace(folder: string, patterns: readonly string[]): boolean {
  const matches = (pattern: string): boolean => picomatch(pattern.replace(/^\.\//, "").replace(/\/$/, ""))(folder);
  return (
    patterns.some((pattern) => !pattern.startsWith("!") && matches(pattern)) &&
    !patterns.some((pattern) => pattern.startsWith("!") && matches(pattern.slice(1)))
  );
}
