/** package-lock.json and npm-shrinkwrap.json, versions 1, 2 and 3 (docs.npmjs.com, "package-lock.json"). */
import { err, ok } from "../../../src/core/result.ts";
import {
  isRecord,
  originOf,
  platformOf,
  recordOf,
  textOf,
  type Json,
  type LockedPackage,
  type Lockfile,
  type ParseLockfile,
} from "./lockfile.ts";

const ADVICE = "Make it again with `npm install --package-lock-only` and commit it.";
const isGit = (from: string): boolean => /^(git[+:]|github:|gitlab:|bitbucket:)|\.git(#|$)/.test(from);

export const parseNpmLockfile: ParseLockfile = (text) => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return err({
      message: `package-lock.json is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      advice: ADVICE,
    });
  }
  if (!isRecord(json)) return err({ message: "package-lock.json is not an object.", advice: ADVICE });
  const version = json["lockfileVersion"];
  const name = `package-lock.json (version ${String(version)})`;
  if (isRecord(json["packages"])) return ok(fromPackages(name, json["packages"]));
  if (isRecord(json["dependencies"])) return ok(fromTree(name, json["dependencies"]));
  if (version === 1) return ok({ name, packages: [], links: [], leftOut: [] });
  return err({ message: `package-lock.json of version ${String(version)} has neither packages nor dependencies.`, advice: ADVICE });
};

/** Versions 2 and 3: a flat map from location to package. */
function fromPackages(name: string, entries: Json): Lockfile {
  const packages: LockedPackage[] = [];
  const links: { location: string; target: string }[] = [];
  const leftOut: { name: string; reason: string }[] = [];
  for (const [location, raw] of Object.entries(entries)) {
    const entry = recordOf(raw);
    const at = location.lastIndexOf("node_modules/");
    if (at < 0) continue; // The root, or a workspace in its own folder.
    const folder = location.slice(at + "node_modules/".length);
    const resolved = textOf(entry["resolved"]);
    if (entry["link"] === true) {
      if (resolved !== null) links.push({ location, target: resolved.replace(/^file:/, "") });
      continue;
    }
    if (entry["inBundle"] === true || entry["extraneous"] === true) continue; // Inside of another package's tarball.
    add(packages, leftOut, {
      location,
      name: textOf(entry["name"]) ?? folder,
      version: textOf(entry["version"]) ?? "",
      resolved,
      entry,
      hasInstallScript: entry["hasInstallScript"] === true,
    });
  }
  return { name, packages, links, leftOut };
}

/** Version 1: nested `dependencies`, the nesting being the folders. */
function fromTree(name: string, dependencies: Json): Lockfile {
  const packages: LockedPackage[] = [];
  const links: { location: string; target: string }[] = [];
  const leftOut: { name: string; reason: string }[] = [];
  const visit = (tree: Json, parent: string): void => {
    for (const [folder, raw] of Object.entries(tree)) {
      const entry = recordOf(raw);
      const location = `${parent}node_modules/${folder}`;
      const written = textOf(entry["version"]) ?? "";
      const link = /^file:(.+)$/.exec(written)?.[1];
      if (entry["bundled"] === true) continue;
      if (link !== undefined && !/\.(tgz|tar\.gz)$/.test(link)) links.push({ location, target: link.replace(/^\.\//, "") });
      else {
        const alias = /^npm:(.+)@([^@]+)$/.exec(written);
        add(packages, leftOut, {
          location,
          name: alias?.[1] ?? folder,
          version: alias?.[2] ?? written,
          resolved: link === undefined ? (textOf(entry["resolved"]) ?? (/^(https?:|git)/.test(written) ? written : null)) : written,
          entry,
          // Version 1 doesn't say it; the package's own package.json will.
          hasInstallScript: false,
        });
      }
      visit(recordOf(entry["dependencies"]), `${location}/`);
    }
  };
  visit(dependencies, "");
  return { name, packages, links, leftOut };
}

interface Found {
  readonly location: string;
  readonly name: string;
  readonly version: string;
  readonly resolved: string | null;
  readonly entry: Json;
  readonly hasInstallScript: boolean;
}

function add(packages: LockedPackage[], leftOut: { name: string; reason: string }[], found: Found): void {
  const { location, name, version, resolved, entry, hasInstallScript } = found;
  if (resolved !== null && isGit(resolved)) {
    leftOut.push({ name, reason: "comes from a git repository, not from a registry" });
    return;
  }
  packages.push({
    location,
    name,
    version,
    integrity: textOf(entry["integrity"]),
    origin: originOf(resolved, name, version),
    optional: entry["optional"] === true || entry["devOptional"] === true,
    platform: platformOf(entry),
    hasInstallScript,
  });
}
