/** A folder as a snapshot with real oids. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { SnapshotFiles } from "../../src/core/snapshot/index.ts";
import { snapshotOf } from "../contract/snapshot-of.ts";

export function folderSnapshot(folder: string): SnapshotFiles {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter(
    (entry) => entry.isFile() && !/(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(entry.parentPath),
  );
  return snapshotOf(
    Object.fromEntries(
      files.map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [relative(folder, path).replaceAll("\\", "/"), readFileSync(path)];
      }),
    ),
  );
}
