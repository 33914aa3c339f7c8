/**
 * Without a lockfile: versions chosen from ranges as the registry has them today. Whoever asks for this has been told that
 * the result can't be repeated. The choice is npm's in what matters (the `latest` tag where it satisfies, else the highest;
 * one version shared where one will do), and no more than that.
 */
import { maxSatisfying, satisfies, validRange } from "semver";
import { ok, type Result } from "../../src/core/result.ts";
import type { InstallFailure } from "../../src/protocol/dependencies.ts";
import { linkTo, lockfileOf, type GraphImporter, type GraphPackage } from "./lockfile/graph.ts";
import { platformOf, rangesOf, type Json, type Lockfile, type Manifest, type Manifests } from "./lockfile/lockfile.ts";
import type { Packument, PackumentVersion, Registry } from "./registry.ts";

type Mutable = Map<string, string>;

export async function resolveRanges(manifests: Manifests, registry: Registry): Promise<Result<Lockfile, InstallFailure>> {
  const packages = new Map<string, GraphPackage>();
  const leftOut: { name: string; reason: string }[] = [];
  const packuments = new Map<string, Promise<Result<Packument, InstallFailure>>>();
  const workspaces = new Map(
    [...manifests].flatMap(([folder, { name }]) => (folder === "" || name === undefined ? [] : [[name, folder]])),
  );
  const queue: { name: string; range: string; optional: boolean; into: Mutable }[] = [];
  const root: Mutable = new Map();

  const importers = [...manifests].map(([folder, manifest]): GraphImporter => {
    const dependencies: Mutable = folder === "" ? root : new Map<string, string>();
    for (const [name, range] of asked(manifest))
      queue.push({ name, range, optional: manifest.optionalDependencies?.[name] !== undefined, into: dependencies });
    return { folder, dependencies, optionalNames: new Set(Object.keys(manifest.optionalDependencies ?? {})) };
  });

  for (let wish = queue.shift(); wish !== undefined; wish = queue.shift()) {
    const folder = workspaces.get(wish.name);
    if (folder !== undefined) {
      wish.into.set(wish.name, linkTo(folder));
      continue;
    }
    const alias = /^npm:((?:@[^/]+\/)?[^@]+)(?:@(.*))?$/.exec(wish.range);
    const name = alias?.[1] ?? wish.name;
    const range = alias === null ? wish.range : (alias[2] ?? "*");
    const shared = [...packages].find(
      ([, each]) => each.name === name && validRange(range) !== null && satisfies(each.version, range),
    );
    if (shared !== undefined) {
      wish.into.set(wish.name, shared[0]);
      continue;
    }
    let asking = packuments.get(name);
    if (asking === undefined) {
      asking = registry.packument(name);
      packuments.set(name, asking);
    }
    const packument = await asking;
    if (!packument.ok) {
      if (wish.optional) {
        leftOut.push({ name, reason: "optional, and not in the registry" });
        continue;
      }
      return packument;
    }
    const version = chooseVersion(packument.value, range);
    if (version === null) {
      if (!wish.optional)
        return {
          ok: false,
          error: {
            kind: "registry",
            name,
            message: `The registry has no version of ${name} that satisfies ${JSON.stringify(range)}.`,
            advice: "Correct the range in package.json, or commit a lockfile.",
          },
        };
      continue;
    }
    const id = `${name}@${version.version}`;
    wish.into.set(wish.name, id);
    if (packages.has(id)) continue;
    const dependencies: Mutable = new Map();
    packages.set(id, packageOf(name, version, dependencies));
    for (const [each, wanted] of rangesOf(version.dependencies))
      if (version.optionalDependencies?.[each] === undefined)
        queue.push({ name: each, range: wanted, optional: false, into: dependencies });
    for (const [each, wanted] of rangesOf(version.optionalDependencies))
      queue.push({ name: each, range: wanted, optional: true, into: dependencies });
    // As npm since its version 7: a peer that nobody brings is installed at the root.
    for (const [each, wanted] of rangesOf(version.peerDependencies))
      if (
        version.peerDependenciesMeta?.[each]?.optional !== true &&
        !root.has(each) &&
        !queue.some((other) => other.name === each && other.into === root)
      )
        queue.push({ name: each, range: wanted, optional: false, into: root });
  }
  return ok(lockfileOf("no lockfile: versions as the registry has them today", importers, packages, leftOut));
}

function asked(manifest: Manifest): [string, string][] {
  return rangesOf({ ...manifest.devDependencies, ...manifest.dependencies, ...manifest.optionalDependencies });
}

function chooseVersion(packument: Packument, range: string): PackumentVersion | null {
  const tags = packument["dist-tags"] ?? {};
  const versions = packument.versions ?? {};
  const tagged = tags[range === "" ? "latest" : range];
  if (tagged !== undefined) return versions[tagged] ?? null;
  const { latest } = tags;
  if (validRange(range) === null) return null;
  if (latest !== undefined && satisfies(latest, range)) return versions[latest] ?? null;
  const highest = maxSatisfying(Object.keys(versions), range);
  return highest === null ? null : (versions[highest] ?? null);
}

function packageOf(name: string, version: PackumentVersion, dependencies: Mutable): GraphPackage {
  const { integrity, shasum } = version.dist ?? {};
  return {
    name,
    version: version.version,
    integrity:
      integrity ??
      (shasum === undefined
        ? null
        : `sha1-${btoa(String.fromCharCode(...(shasum.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))))}`),
    origin: { kind: "registry", resolved: version.dist?.tarball ?? null },
    platform: platformOf(version as unknown as Json),
    hasInstallScript: version.hasInstallScript === true,
    dependencies,
    optionalNames: new Set(Object.keys(version.optionalDependencies ?? {})),
  };
}
