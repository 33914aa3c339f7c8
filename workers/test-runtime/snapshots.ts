/** Snapshot files, read from the packs and never written: what a run would have written is only counted. */
import type { FileView } from "../sandbox-host/files.ts";
import { snapshotPath } from "../../src/protocol/sandbox-run.ts";
import { directoryOf } from "../sandbox-host/resolver.ts";
import { normalise } from "../sandbox-host/files.ts";

export interface SnapshotFiles {
  readonly files: () => FileView;
  /** To look into the packs means reading their index, which takes longer than most test files. */
  readonly sent: ReadonlyMap<string, string | null>;
  readonly resolvePath: (testPath: string) => string | null;
  readonly written: Map<string, string>;
}

export function sandboxSnapshots({ files, sent, resolvePath, written }: SnapshotFiles): Record<string, unknown> {
  const read = (path: string): string | null => {
    const known = sent.get(path);
    return known !== undefined ? known : files().isFile(path) ? files().text(path) : null;
  };
  return {
    getVersion: () => "1",
    getHeader: () => "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html",
    resolveRawPath: (testPath: string, rawPath: string) =>
      Promise.resolve(rawPath.startsWith("/") ? rawPath : normalise(`${directoryOf(testPath)}/${rawPath}`)),
    resolvePath: (testPath: string) => Promise.resolve(resolvePath(testPath) ?? snapshotPath(testPath)),
    prepareDirectory: () => Promise.resolve(),
    saveSnapshotFile: (path: string, text: string) => {
      written.set(path, text);
      return Promise.resolve();
    },
    readSnapshotFile: (path: string) => Promise.resolve(written.get(path) ?? read(path)),
    removeSnapshotFile: (path: string) => {
      written.delete(path);
      return Promise.resolve();
    },
  };
}
