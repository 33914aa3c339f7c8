/** `node e2e/bench/patch-roundtrip/run.mjs [--count 1000] [--seed N] [--json <file>]`: bundles the bench with esbuild and runs it. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
// Inside the project, so that packages resolve.
const out = join(root, "node_modules/.cache/fixgate/patch-roundtrip.mjs");
mkdirSync(dirname(out), { recursive: true });
await build({
  entryPoints: [join(here, "bench.ts")],
  outfile: out,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  logLevel: "warning",
});
// Thousands of small files that live for seconds: in memory, where the machine has such a folder.
const TMPDIR = process.env.TMPDIR ?? (existsSync("/dev/shm") ? "/dev/shm" : tmpdir());
const env = { ...process.env, TMPDIR };
process.exitCode = spawnSync(process.execPath, [out, ...process.argv.slice(2)], { stdio: "inherit", env }).status ?? 1;
