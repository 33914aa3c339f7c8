/**
 * Bundles the `fixgate` command for Node: an entry, and a chunk for each command, so that `--help` loads no browser driver
 * and no compiler. Packages stay outside: npm installs them beside it.
 */
import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "./prepare.mjs";

const outdir = join(ROOT, "dist-cli");
rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: { fixgate: join(ROOT, "src/cli/main.ts") },
  outdir,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  packages: "external",
  platform: "node",
  target: "node20.19",
  format: "esm",
  banner: { js: "#!/usr/bin/env node" },
  logLevel: "warning",
});
chmodSync(join(outdir, "fixgate.mjs"), 0o755);
