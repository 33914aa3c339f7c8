/** pnpm-lock.yaml, lockfile versions 6 and 9 (github.com/pnpm/spec). */
import { parse } from "yaml";
import { err, ok } from "../../../src/core/result.ts";
import { joinFolders, linkTo, lockfileOf, type GraphImporter, type GraphPackage } from "./graph.ts";
import { isRecord, originOf, platformOf, rangesOf, recordOf, textOf, type Json, type ParseLockfile } from "./lockfile.ts";

export const parsePnpmLockfile: ParseLockfile = (text) => {
  const advice = "Make it again with pnpm 8 or newer (`pnpm install --lockfile-only`) and commit it.";
  let json: unknown;
  try {
    json = parse(text);
  } catch (error) {
    return err({
      message: `pnpm-lock.yaml is not YAML: ${error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error)}`,
      advice,
    });
  }
  if (!isRecord(json)) return err({ message: "pnpm-lock.yaml is not a map.", advice });
  const version = textOf(json["lockfileVersion"]) ?? String(json["lockfileVersion"]);
  const major = Number.parseInt(version, 10);
  if (major !== 6 && major < 9)
    return err({ message: `pnpm-lock.yaml has the version ${version}; versions 6 and 9 can be read.`, advice });

  const keyOf = major === 6 ? keyOfVersion6 : keyOfVersion9;
  const leftOut: { name: string; reason: string }[] = [];
  const resolutions = recordOf(json["packages"]);
  const snapshots = major === 6 ? resolutions : recordOf(json["snapshots"]);

  const packages = new Map<string, GraphPackage>();
  for (const [key, raw] of Object.entries(snapshots)) {
    const snapshot = recordOf(raw);
    const bare = withoutPeers(key);
    const entry = recordOf(major === 6 ? raw : resolutions[bare]);
    const { name, version: own } = identityOf(bare, entry);
    const resolution = recordOf(entry["resolution"]);
    const tarball = textOf(resolution["tarball"]);
    if (resolution["type"] === "git" || textOf(resolution["repo"]) !== null) {
      leftOut.push({ name, reason: "comes from a git repository, not from a registry" });
      continue;
    }
    if (resolution["type"] === "directory") {
      leftOut.push({ name, reason: `lies in ${textOf(resolution["directory"]) ?? "a folder"} and is injected as a copy` });
      continue;
    }
    packages.set(key, {
      name,
      version: own,
      integrity: textOf(resolution["integrity"]),
      origin: originOf(tarball, name, own),
      platform: platformOf(entry),
      hasInstallScript: entry["requiresBuild"] === true,
      dependencies: dependenciesOf(snapshot, ["dependencies", "optionalDependencies"], keyOf, null),
      optionalNames: new Set(Object.keys(recordOf(snapshot["optionalDependencies"]))),
    });
  }

  const importers: GraphImporter[] = [];
  const roots = isRecord(json["importers"]) ? json["importers"] : { ".": json };
  for (const [path, raw] of Object.entries(roots)) {
    const folder = path === "." ? "" : path;
    const importer = recordOf(raw);
    importers.push({
      folder,
      dependencies: dependenciesOf(importer, ["dependencies", "devDependencies", "optionalDependencies"], keyOf, folder),
      optionalNames: new Set(Object.keys(recordOf(importer["optionalDependencies"]))),
    });
  }
  return ok(lockfileOf(`pnpm-lock.yaml (version ${version})`, importers, packages, leftOut));
};

type KeyOf = (name: string, reference: string) => string;

/** `folder` is null inside of a package, whose links can't be told from where they count. */
function dependenciesOf(from: Json, fields: readonly string[], keyOf: KeyOf, folder: string | null): Map<string, string> {
  const found = new Map<string, string>();
  for (const field of fields) {
    for (const [name, reference] of [...rangesOf(from[field]), ...versionsOf(from[field])]) {
      const link = /^link:(.*)$/.exec(reference)?.[1];
      if (link === undefined) found.set(name, keyOf(name, reference));
      else {
        const target = joinFolders(folder ?? "", link);
        if (target !== null) found.set(name, linkTo(target));
      }
    }
  }
  return found;
}

/** Importers say { specifier, version }. */
function versionsOf(value: unknown): [string, string][] {
  return Object.entries(recordOf(value)).flatMap(([name, entry]) => {
    const version = textOf(recordOf(entry)["version"]);
    return version === null ? [] : [[name, version] satisfies [string, string]];
  });
}

const keyOfVersion6: KeyOf = (name, reference) =>
  /^(\/|@|file:|https?:|git)/.test(reference) ? reference : `/${name}@${reference}`;

/** As pnpm's own `refToRelative`: a reference that holds a name is a key already. */
const keyOfVersion9: KeyOf = (name, reference) => {
  if (reference.startsWith("@")) return reference;
  const at = reference.indexOf("@");
  const colon = reference.indexOf(":");
  const bracket = reference.indexOf("(");
  return at !== -1 && (colon === -1 || at < colon) && (bracket === -1 || at < bracket) ? reference : `${name}@${reference}`;
};

function withoutPeers(key: string): string {
  const bracket = key.indexOf("(");
  return bracket === -1 ? key : key.slice(0, bracket);
}

function identityOf(key: string, entry: Json): { name: string; version: string } {
  const bare = key.replace(/^\//, "");
  const at = bare.lastIndexOf("@");
  return {
    name: textOf(entry["name"]) ?? (at > 0 ? bare.slice(0, at) : bare),
    version: textOf(entry["version"]) ?? (at > 0 ? bare.slice(at + 1) : ""),
  };
}
