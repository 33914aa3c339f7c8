/** Writes a run's patch, bundle and receipt under the ticket's own name. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DrivenApp } from "./drive.ts";

const ENDINGS = [".patch", ".bundle", ".receipt.json"] as const;

/** Returns the paths written. Artifact names come from the page: only their ending is looked at. */
export async function writeArtifacts(
  app: DrivenApp,
  options: { readonly run: string; readonly ticket: string; readonly folder: string },
): Promise<string[]> {
  const written: string[] = [];
  for (const { name, bytes } of await app.artifacts(options.run)) {
    const ending = ENDINGS.find((each) => name.endsWith(each)) ?? (name.includes("receipt") ? ".receipt.json" : null);
    if (ending === null) continue;
    mkdirSync(options.folder, { recursive: true });
    const path = join(options.folder, `${options.ticket}${ending}`);
    writeFileSync(path, bytes);
    written.push(path);
  }
  return written;
}
