/** `fixgate pack-deps`: an installed node_modules as one file, for registries that a browser can't reach. */
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readArguments } from "../arguments.ts";
import { packInstalled } from "../pack-installed.ts";

const USAGE = `Usage: fixgate pack-deps [--folder <folder>] [--out <file>]

  --folder <folder>  the repository, with its packages installed (default: here)
  --out <file>       the archive (default fixgate-deps.pack)`;

export function packDeps(args: readonly string[]): number {
  const read = readArguments(args, USAGE, { folder: { type: "string" }, out: { type: "string" } });
  if (!read.go) return read.code;
  const folder = resolve(read.values.folder ?? ".");
  const out = resolve(read.values.out ?? "fixgate-deps.pack");
  if (!existsSync(join(folder, "node_modules"))) {
    console.error(`fixgate: ${folder} has no node_modules: install its packages first`);
    return 1;
  }
  const packed = packInstalled(folder);
  writeFileSync(out, Buffer.concat(packed.parts));
  const { packages, leftOut } = packed.header;
  console.log(
    `${out}: ${String(packages.length)} packages, ${String(packed.header.index.length)} files, ${(statSync(out).size / 1e6).toFixed(1)} MB`,
  );
  for (const { name, reason } of leftOut) console.log(`left out ${name}: ${reason}`);
  return 0;
}
