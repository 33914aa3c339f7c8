/**
 * Builds public/engine/typecheck.js (our TypeScript), typecheck-guest.js (for the repository's own), format.js
 * (Prettier) and typecheck-libs.pack. Classic scripts: a module worker fails silently in an opaque origin.
 */
import { build as bundle } from "esbuild";
import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const out = path.join(root, "public/engine");

/** 4 bytes little-endian header length, header JSON, bytes. */
export async function packLibs() {
  const folder = path.join(root, "node_modules/typescript/lib");
  const names = (await fs.readdir(folder)).filter((name) => /^lib(\..*)?\.d\.ts$/.test(name)).sort();
  const bodies = await Promise.all(names.map((name) => fs.readFile(path.join(folder, name))));
  let offset = 0;
  const index = names.map((name, at) => {
    const size = bodies[at].length;
    offset += size;
    return [name, offset - size, size];
  });
  const header = Buffer.from(JSON.stringify({ index }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, ...bodies]);
}

/** @param {{ outdir?: string }} [options] */
export async function build({ outdir = out } = {}) {
  await fs.mkdir(outdir, { recursive: true });
  const entries = {
    typecheck: "workers/typecheck/worker.ts",
    "typecheck-guest": "workers/typecheck/guest.ts",
    format: "workers/format/worker.ts",
  };
  await bundle({
    absWorkingDir: root,
    entryPoints: entries,
    outdir,
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    minify: true,
    legalComments: "none",
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    external: ["fs", "path", "os", "crypto", "inspector", "perf_hooks", "module", "source-map-support"],
  });
  await fs.writeFile(path.join(outdir, "typecheck-libs.pack"), await packLibs());
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await build();
