/** Dependencies packed from a folder that npm made: the named packages and all that they need. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Dependencies, InstalledPackage } from "../../src/app/ports/index.ts";

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

function locate(modules: string, name: string, from: string): string | null {
  for (let folder = from; folder.length >= path.dirname(modules).length; folder = path.dirname(folder)) {
    const candidate = path.join(folder, "node_modules", name);
    if (fs.existsSync(path.join(candidate, "package.json"))) return candidate;
    if (folder === path.dirname(modules)) break;
  }
  return null;
}

function filesBelow(folder: string, out: string[]): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules") continue;
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) filesBelow(full, out);
    else if (entry.isFile()) out.push(full);
  }
}

export const NO_DEPENDENCIES: Dependencies = {
  digest: `sha256:${"0".repeat(64)}`,
  packages: [],
  files: { index: [], blob: new Blob([]) },
  leftOut: [],
  scriptsNotRun: [],
  source: { kind: "none", name: "" },
};

export function dependenciesOf(
  modules: string,
  names: readonly string[],
): { readonly dependencies: Dependencies; readonly bytes: Uint8Array<ArrayBuffer> } {
  const root = path.dirname(modules);
  const found = new Map<string, InstalledPackage>();
  const visit = (name: string, from: string): void => {
    const folder = locate(modules, name, from);
    if (folder === null) return; // Optional, or of another platform.
    const location = path.relative(root, folder);
    if (found.has(location)) return;
    const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
    found.set(location, { name, version: manifest.version, location, integrity: null });
    for (const group of [manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies]) {
      for (const next of Object.keys(group ?? {})) visit(next, folder);
    }
  };
  for (const name of names) visit(name, root);
  const paths: string[] = [];
  for (const { location } of found.values()) filesBelow(path.join(root, location), paths);
  paths.sort((a, b) => (a < b ? -1 : 1));
  const parts = paths.map((file) => fs.readFileSync(file));
  let offset = 0;
  const index = paths.map((file, at): readonly [string, number, number] => {
    const size = parts[at]?.length ?? 0;
    offset += size;
    return [path.relative(root, file), offset - size, size];
  });
  const bytes = new Uint8Array(Buffer.concat(parts));
  const packages = [...found.values()].sort((a, b) => (a.location < b.location ? -1 : 1));
  const digest = createHash("sha256").update(JSON.stringify(packages)).digest("hex");
  return {
    bytes,
    dependencies: {
      digest: `sha256:${digest}`,
      packages,
      files: { index, blob: new Blob([bytes]) },
      leftOut: [],
      scriptsNotRun: [],
      source: { kind: "archive", name: "node_modules" },
    },
  };
}
