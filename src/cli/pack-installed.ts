/**
 * Packs a node_modules that a package manager has laid out. Folders are walked as they lie; a symbolic link (workspace,
 * pnpm's store) is followed once to where it leads and named as a link, so that no file is packed twice.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isKept } from "../core/dependencies/kept-files.ts";
import { digestOfPackages, packParts, type DependencyPackHeader } from "../protocol/pack.ts";

export interface PackedDependencies {
  readonly header: DependencyPackHeader;
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

interface Manifest {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly os?: unknown;
  readonly cpu?: unknown;
  readonly libc?: unknown;
  readonly scripts?: Readonly<Record<string, unknown>>;
}

export function packInstalled(folder: string): PackedDependencies {
  const root = realpathSync(folder);
  const integrities = lockedIntegrities(root);
  const packages: DependencyPackHeader["packages"] = [];
  const leftOut: DependencyPackHeader["leftOut"] = [];
  const scriptsNotRun = new Set<string>();
  const links: NonNullable<DependencyPackHeader["links"]> = [];
  const files: string[] = [];

  const visitModules = (modules: string): void => {
    for (const name of readdirSync(join(root, modules)).sort()) {
      if (name === ".pnpm") {
        for (const entry of readdirSync(join(root, modules, name)).sort()) {
          const inner = `${modules}/${name}/${entry}/node_modules`;
          if (existsSync(join(root, inner))) visitModules(inner);
        }
      } else if (name.startsWith("@")) {
        for (const scoped of readdirSync(join(root, modules, name)).sort())
          visitPackage(`${modules}/${name}/${scoped}`, `${name}/${scoped}`);
      } else if (!name.startsWith(".")) visitPackage(`${modules}/${name}`, name);
    }
  };

  const visitPackage = (location: string, name: string): void => {
    const path = join(root, location);
    if (lstatSync(path).isSymbolicLink()) {
      if (!existsSync(path)) {
        leftOut.push({ name, reason: "its link leads nowhere: an optional package that was not installed" });
        return;
      }
      const target = relative(root, realpathSync(path)).split(sep).join("/");
      if (target.startsWith("../")) leftOut.push({ name, reason: `linked to ${target}, outside of the repository` });
      else links.push({ location, target });
      return;
    }
    if (!existsSync(join(path, "package.json"))) return;
    const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest;
    if (manifest.os !== undefined || manifest.cpu !== undefined || manifest.libc !== undefined) {
      leftOut.push({ name, reason: "built for one kind of machine; a browser runs no native code" });
      return;
    }
    const version = typeof manifest.version === "string" ? manifest.version : "0.0.0";
    packages.push({
      name: typeof manifest.name === "string" ? manifest.name : name,
      version,
      location,
      integrity: integrities.get(location) ?? null,
    });
    if (["preinstall", "install", "postinstall"].some((script) => manifest.scripts?.[script] !== undefined))
      scriptsNotRun.add(name);
    collect(location, "");
    if (existsSync(join(path, "node_modules"))) visitModules(`${location}/node_modules`);
  };

  const collect = (location: string, prefix: string): void => {
    for (const entry of readdirSync(join(root, location, prefix), { withFileTypes: true })) {
      const inside = prefix + entry.name;
      if (entry.isDirectory()) {
        if (inside !== "node_modules") collect(location, `${inside}/`);
      } else if (entry.isFile() && isKept(inside, "all")) files.push(`${location}/${inside}`);
    }
  };

  visitModules("node_modules");
  files.sort((a, b) => (a < b ? -1 : 1));
  let offset = 0;
  const bodies: Uint8Array<ArrayBuffer>[] = [];
  const index: DependencyPackHeader["index"] = files.map((path) => {
    const bytes = new Uint8Array(readFileSync(join(root, path)));
    const row: [string, number, number] = [path, offset, bytes.length];
    offset += bytes.length;
    bodies.push(bytes);
    return row;
  });
  const header: DependencyPackHeader = {
    digest: digestOfPackages(packages),
    packages,
    leftOut,
    scriptsNotRun: [...scriptsNotRun],
    links,
    source: { kind: "archive", name: "packed from an installed node_modules" },
    index,
  };
  return { header, parts: packParts(header, bodies) };
}

/** What npm wrote down about its own installation; other package managers keep no such file, and then it isn't known. */
function lockedIntegrities(root: string): Map<string, string> {
  const hidden = join(root, "node_modules/.package-lock.json");
  const found = new Map<string, string>();
  if (!existsSync(hidden)) return found;
  const { packages = {} } = JSON.parse(readFileSync(hidden, "utf8")) as {
    packages?: Readonly<Record<string, { integrity?: string }>>;
  };
  for (const [location, { integrity }] of Object.entries(packages)) if (integrity !== undefined) found.set(location, integrity);
  return found;
}
