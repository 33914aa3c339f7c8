/** Snapshot files, read from the packs and never written: what a run would have written is only counted. */
import type { FileView } from "../sandbox-host/files.ts";
import { directoryOf } from "../sandbox-host/resolver.ts";
import { normalise } from "../sandbox-host/files.ts";

export interface SnapshotFiles {
  readonly files: () => FileView;
  readonly resolvePath: (testPath: string) => string | null;
  readonly written: Map<string, string>;
}

export function sandboxSnapshots({ files, resolvePath, written }: SnapshotFiles): Record<string, unknown> {
  return {
    getVersion: () => "1",
    getHeader: () => "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html",
    resolveRawPath: (testPath: string, rawPath: string) =>
      Promise.resolve(rawPath.startsWith("/") ? rawPath : normalise(`${directoryOf(testPath)}/${rawPath}`)),
    resolvePath: (testPath: string) =>
      Promise.resolve(
        resolvePath(testPath) ?? `${directoryOf(testPath)}/__snapshots__/${testPath.slice(testPath.lastIndexOf("/") + 1)}.snap`,
      ),
    prepareDirectory: () => Promise.resolve(),
    saveSnapshotFile: (path: string, text: string) => {
      written.set(path, text);
      return Promise.resolve();
    },
    readSnapshotFile: (path: string) => Promise.resolve(written.get(path) ?? (files().isFile(path) ? files().text(path) : null)),
    removeSnapshotFile: (path: string) => {
      written.delete(path);
      return Promise.resolve();
    },
  };
}
