/** Where the built app lies: beside the bundled command, in a clone as in the published package. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export function builtApp(): string {
  const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "dist");
  if (!existsSync(join(folder, "index.html"))) throw new Error(`the built app is missing (${folder}): run npm run build`);
  return folder;
}
