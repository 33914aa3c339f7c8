/** A sandbox that runs nothing: it reads the snapshot's text and says what a suite would. No formatter, no diagnostics. */
import type { FileReport } from "../core/evidence/index.ts";
import { ok } from "../core/result.ts";
import type { Oid, RepoPath, SnapshotFiles } from "../core/snapshot/index.ts";
import { textAt } from "./repository-desk.ts";
import type { Sandbox } from "./ports/index.ts";

export interface StubSandbox extends Sandbox {
  /** Trees that a suite was run on, in order. */
  readonly ran: readonly Oid[];
}

export function stubSandbox(
  suiteOf: (text: (path: RepoPath) => string | null, snapshot: SnapshotFiles) => readonly FileReport[],
): StubSandbox {
  const ran: Oid[] = [];
  return {
    ran,
    identity: { kind: "node", engine: "a stub", vitest: "4.1.12", typescript: "6.0.3" },
    open: ({ snapshot }) =>
      Promise.resolve(
        ok({
          snapshot: snapshot.oid,
          suite({ files, shuffleSeed }) {
            ran.push(snapshot.oid);
            const all = suiteOf((path) => textAt(snapshot, path), snapshot);
            return Promise.resolve(
              ok({
                files: files === undefined ? all : all.filter((file) => files.includes(file.path)),
                unsupported: [],
                notes: [],
                durationMs: 1,
                ...(shuffleSeed === undefined ? {} : { shuffleSeed }),
              }),
            );
          },
          typecheck: () =>
            Promise.resolve(
              ok({
                typescript: { version: "6.0.3", from: "repository" as const },
                applicable: true,
                diagnostics: [],
                unsupported: [],
                durationMs: 1,
              }),
            ),
          format: () => Promise.resolve(ok({ formatter: null, unformatted: [], unsupported: [] })),
          dispose: () => Promise.resolve(),
        }),
      ),
    dispose: () => Promise.resolve(),
  };
}
