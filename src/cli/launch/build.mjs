/** `npm run build`: packages, engine bundles, packs, the app and the command. Does nothing where nothing has changed. */
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";

await ensureInstalled();
await ensureBuilt();
