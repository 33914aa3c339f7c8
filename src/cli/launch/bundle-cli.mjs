/** Bundles the `fixgate` command for Node. Packages stay outside: npm installs them beside it. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "./prepare.mjs";

const outfile = join(ROOT, "dist-cli/fixgate.mjs");
await build({
  entryPoints: [join(ROOT, "src/cli/main.ts")],
  outfile,
  bundle: true,
  packages: "external",
  platform: "node",
  target: "node20.19",
  format: "esm",
  banner: { js: "#!/usr/bin/env node" },
  logLevel: "warning",
});
chmodSync(outfile, 0o755);
