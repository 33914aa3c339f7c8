/** `npm run demo`: the demos, their tickets, every gate, in a local headless Chromium. */
import { ensureBuilt, ensureInstalled, runNode } from "./prepare.mjs";

await ensureInstalled();
await ensureBuilt();
process.exitCode = await runNode(["dist-cli/fixgate.mjs", "demo", ...process.argv.slice(2)]);
