/** `npm run bench:<name>`: installs and builds what is missing, then runs e2e/bench/<name>.ts in Node. Not part of the tests: it measures. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, ROOT, runNode } from "./prepare.mjs";

const [name, ...rest] = process.argv.slice(2);
await ensureInstalled();
if (name !== "patch-roundtrip" && name !== "rejudge") await ensureBuilt();
if (existsSync(join(ROOT, "e2e/bench", `${name}.mjs`))) process.exit(await runNode([join("e2e/bench", `${name}.mjs`), ...rest]));
const own = join("e2e/bench", name ?? "", "run.mjs");
if (name !== undefined && existsSync(join(ROOT, own))) process.exit(await runNode([own, ...rest]));
const { build } = await import("esbuild");
const outfile = join(ROOT, ".cache/bench", `${name}.mjs`);
await build({
  entryPoints: [join(ROOT, "e2e/bench", `${name}.ts`)],
  outfile,
  bundle: true,
  packages: "external",
  platform: "node",
  target: "node20.19",
  format: "esm",
  logLevel: "warning",
});
process.exitCode = await runNode([outfile, ...rest]);
