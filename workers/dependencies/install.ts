/**
 * Installs a repository's dependencies as data: chooses, fetches, checks, unpacks, packs. No script of a package runs, and
 * nothing whose bytes are not what the lockfile (or, where that has none, the registry) says gets in.
 */
import type { Keep } from "../../src/core/dependencies/kept-files.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import type { InstallFailure, InstallProgress, InstallRequest, Installed } from "../../src/protocol/dependencies.ts";
import { digestOfPackages } from "../../src/protocol/pack.ts";
import { checkIntegrity } from "./integrity.ts";
import { readLockfile, type LockedPackage, type Lockfile, type Manifest } from "./lockfile/index.ts";
import { createRegistry, type Registry } from "./registry.ts";
import { resolveRanges } from "./resolve-ranges.ts";
import type { TarballCache } from "./tarball-cache.ts";
import { unpackPackage, type UnpackedPackage } from "./unpack.ts";

export interface InstallTools {
  readonly cache: TarballCache | null;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => number;
}

/** What a browser opens to one host at a time. */
const LANES = 8;

/** The sandbox runs its own in their place, and what they do natively could not run; their types are needed all the same. */
const TYPES_ONLY = /^(vitest|@vitest\/(browser.*|coverage.*|ui)|vite|rolldown|rollup|esbuild)$/;

export async function install(
  request: InstallRequest,
  onProgress: (progress: InstallProgress) => void,
  tools: InstallTools,
): Promise<Result<Installed, InstallFailure>> {
  const manifests = new Map<string, Manifest>();
  for (const [folder, text] of request.manifests) {
    try {
      manifests.set(folder, JSON.parse(text) as Manifest);
    } catch (error) {
      // A broken package.json in a fixture folder is nobody's business; the root's is.
      if (folder === "")
        return err({
          kind: "unreadable-lockfile",
          message: `package.json is not JSON: ${String(error)}`,
          advice: "Correct it and open the repository again.",
        });
    }
  }
  const registry = createRegistry(request.settings, request.defaultRegistry, tools.wait);
  const chosen = await choose(request, manifests, registry);
  if (!chosen.ok) return chosen;
  const { lockfile, kind } = chosen.value;

  const leftOut = [...lockfile.leftOut];
  const wanted: LockedPackage[] = [];
  for (const entry of lockfile.packages) {
    if (entry.optional && entry.platform.length > 0)
      leftOut.push({ name: entry.name, reason: `built for ${entry.platform.join(" ")} only; a browser runs no native code` });
    else wanted.push(entry);
  }
  const total = wanted.length;
  let done = 0;
  let bytes = 0;
  onProgress({ packagesDone: 0, packagesTotal: total, bytes: 0 });

  const unpacked = new Map<
    string,
    { readonly entry: LockedPackage; readonly integrity: string | null; readonly content: UnpackedPackage }
  >();
  const queue = [...wanted];
  const failures: InstallFailure[] = [];
  const once = new Map<
    string,
    Promise<Result<{ content: UnpackedPackage; integrity: string | null; bytes: number }, InstallFailure>>
  >();
  const lane = async (): Promise<void> => {
    for (let entry = queue.shift(); entry !== undefined && failures.length === 0; entry = queue.shift()) {
      // One version may lie in many folders: it is fetched and unpacked once.
      const key = `${entry.name}@${entry.version} ${entry.integrity ?? JSON.stringify(entry.origin)}`;
      let work = once.get(key);
      if (work === undefined) {
        work = fetchPackage(entry, request, registry, tools.cache);
        once.set(key, work);
        const first = await work;
        if (first.ok) bytes += first.value.bytes;
      }
      const fetched = await work;
      done++;
      if (fetched.ok) unpacked.set(entry.location, { entry, integrity: fetched.value.integrity, content: fetched.value.content });
      else if (entry.optional && fetched.error.kind === "registry")
        leftOut.push({ name: entry.name, reason: `optional, and could not be loaded: ${fetched.error.message}` });
      else failures.push(fetched.error);
      onProgress({ packagesDone: done, packagesTotal: total, bytes });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await tools.cache?.settle(request.cacheLimitBytes, tools.now());
  const [failure] = failures;
  if (failure !== undefined) return err(failure);
  for (const name of new Set(wanted.filter((entry) => keepOf(entry) === "types").map((entry) => entry.name)))
    leftOut.push({ name, reason: "the sandbox's own runs in its place; only its types are here" });

  const packages = [...unpacked.values()]
    .map(({ entry, integrity }) => ({ name: entry.name, version: entry.version, location: entry.location, integrity }))
    .sort((a, b) => compare(a.location, b.location));
  const scripts = new Set(
    [...unpacked.values()]
      .filter(({ entry, content }) => entry.hasInstallScript || content.hasInstallScript)
      .map(({ entry }) => entry.name),
  );
  return ok({
    digest: digestOfPackages(packages),
    packages,
    leftOut: dedupe(leftOut),
    scriptsNotRun: [...scripts].sort(compare),
    links: [...lockfile.links],
    source: { kind, name: lockfile.name },
    files: packFiles(unpacked),
  });
}

async function choose(
  request: InstallRequest,
  manifests: ReadonlyMap<string, Manifest>,
  registry: Registry,
): Promise<Result<{ lockfile: Lockfile; kind: "lockfile" | "no-lockfile" | "none" }, InstallFailure>> {
  const read = readLockfile(request.lockfiles, manifests);
  if (read !== null)
    return read.ok ? ok({ lockfile: read.value, kind: "lockfile" }) : err({ kind: "unreadable-lockfile", ...read.error });
  const asked = [...manifests.values()].some(
    (manifest) => Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).length > 0,
  );
  if (!asked) return ok({ lockfile: { name: "no dependencies", packages: [], links: [], leftOut: [] }, kind: "none" });
  if (!request.allowNoLockfile)
    return err({
      kind: "no-lockfile",
      message: "This repository has no lockfile, so what gets installed depends on the day, and a result can't be repeated.",
      advice:
        "Commit one (`npm install --package-lock-only`), or go on without: versions are then taken as they are today, and the receipt says so.",
    });
  const resolved = await resolveRanges(manifests, registry);
  return resolved.ok ? ok({ lockfile: resolved.value, kind: "no-lockfile" }) : resolved;
}

async function fetchPackage(
  entry: LockedPackage,
  request: InstallRequest,
  registry: Registry,
  cache: TarballCache | null,
): Promise<Result<{ content: UnpackedPackage; integrity: string | null; bytes: number }, InstallFailure>> {
  let { integrity } = entry;
  if (entry.origin.kind === "tree") {
    const bytes = request.tarballs.get(entry.origin.path);
    if (bytes === undefined)
      return err({
        kind: "registry",
        name: entry.name,
        message: `${entry.name} should lie in ${entry.origin.path}, and doesn't.`,
        advice: "Commit the tarball that the lockfile names.",
      });
    // Its bytes are part of the snapshot, whose oid says what they are.
    return unpackChecked(entry, new Uint8Array(bytes), integrity);
  }
  if (integrity === null) {
    const asked = await registry.integrityOf(entry.name, entry.version);
    if (!asked.ok) return asked;
    integrity = asked.value;
  }
  const kept = (await cache?.get(integrity)) ?? null;
  if (kept !== null) {
    const unpacked = await unpackChecked(entry, kept, integrity);
    if (unpacked.ok) return unpacked;
    await cache?.drop(integrity);
  }
  const tarball = await registry.tarball(entry);
  if (!tarball.ok) return tarball;
  const unpacked = await unpackChecked(entry, tarball.value, integrity);
  if (unpacked.ok) await cache?.put(integrity, tarball.value);
  return unpacked;
}

async function unpackChecked(
  entry: LockedPackage,
  bytes: Uint8Array<ArrayBuffer>,
  integrity: string | null,
): Promise<Result<{ content: UnpackedPackage; integrity: string | null; bytes: number }, InstallFailure>> {
  const { name, version } = entry;
  if (integrity !== null) {
    const checked = await checkIntegrity(bytes, integrity);
    if (!checked.matches)
      return err({
        kind: "integrity",
        name,
        expected: integrity,
        received: checked.received,
        message: `${name}@${version} is not what the lockfile says: expected ${integrity}, received ${checked.received}.`,
        advice:
          "Nothing was installed. Either the registry gave other bytes, or the lockfile is wrong: compare with a fresh `npm ci`.",
      });
  }
  try {
    return ok({ content: await unpackPackage(bytes, keepOf(entry)), integrity, bytes: bytes.length });
  } catch (error) {
    return err({
      kind: "registry",
      name,
      message: `The tarball of ${name}@${version} can't be unpacked: ${error instanceof Error ? error.message : String(error)}.`,
      advice: "Check the registry's address in the settings.",
    });
  }
}

const keepOf = (entry: LockedPackage): Keep => (TYPES_ONLY.test(entry.name) ? "types" : "all");

function packFiles(unpacked: ReadonlyMap<string, { readonly content: UnpackedPackage }>): Installed["files"] {
  const files = [...unpacked].flatMap(([location, { content }]) =>
    content.files.map(({ path, bytes }) => ({ path: `${location}/${path}`, bytes })),
  );
  files.sort((a, b) => compare(a.path, b.path));
  let offset = 0;
  const index = files
    // A tarball that brings its bundled packages may name a path that another package lies at: the first one counts.
    .filter((file, at) => file.path !== files[at - 1]?.path)
    .map(({ path, bytes }) => {
      const row = [path, offset, bytes.length] as const;
      offset += bytes.length;
      return { row, bytes };
    });
  return { index: index.map(({ row }) => row), blob: new Blob(index.map(({ bytes }) => bytes)) };
}

function dedupe(leftOut: readonly { readonly name: string; readonly reason: string }[]): { name: string; reason: string }[] {
  return [...new Map(leftOut.map((each) => [`${each.name}\n${each.reason}`, { ...each }])).values()].sort((a, b) =>
    compare(a.name, b.name),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
