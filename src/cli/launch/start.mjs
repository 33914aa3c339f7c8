/** `npm start`: serves the app on this machine and opens a browser where there is one. */
import { ensureBuilt, ensureInstalled, runNode } from "./prepare.mjs";

await ensureInstalled();
await ensureBuilt();
process.exitCode = await runNode(["dist-cli/fixgate.mjs", "serve", "--open", ...process.argv.slice(2)]);
