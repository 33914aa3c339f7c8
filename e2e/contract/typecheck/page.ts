/** The page of the type check's browser test: the real client, and a snapshot that the test hands over as plain data. */
import { createTypecheckClient } from "../../../src/adapters/typecheck/index.ts";
import type { Dependencies, SandboxError } from "../../../src/app/ports/index.ts";
import type { Result } from "../../../src/core/result.ts";
import type { Oid, RepoPath, Snapshot, SnapshotFiles } from "../../../src/core/snapshot/index.ts";

export interface PlainSnapshot extends Snapshot {
  /** Oid to text. */
  readonly texts: Readonly<Record<string, string>>;
}
export interface Ask {
  readonly kind: "typecheck" | "format";
  readonly snapshot: PlainSnapshot;
  readonly dependencies: Omit<Dependencies, "files"> & {
    readonly index: Dependencies["files"]["index"];
    readonly url: string | null;
    readonly text?: string;
  };
  readonly cancelAfterMs?: number;
  readonly deadlineMs?: number;
}
export interface Answer {
  readonly result: Result<unknown, SandboxError>;
  readonly ms: number;
}

const encoder = new TextEncoder();
const clients = new Map<number, ReturnType<typeof createTypecheckClient>>();
const blobs = new Map<string, Promise<Blob>>();

function client(deadlineMs: number) {
  const known =
    clients.get(deadlineMs) ??
    createTypecheckClient({ engineUrl: new URL("engine/", document.baseURI), ownTypescript: "6.0.3", deadlineMs });
  clients.set(deadlineMs, known);
  return known;
}

function blobAt(url: string): Promise<Blob> {
  const known = blobs.get(url) ?? fetch(url).then((response) => response.blob());
  blobs.set(url, known);
  return known;
}

async function ask({ kind, snapshot, dependencies, cancelAfterMs, deadlineMs = 120_000 }: Ask): Promise<Answer> {
  const files: SnapshotFiles = {
    ...snapshot,
    blobs: new Map(Object.entries(snapshot.texts).map(([oid, text]) => [oid as Oid, encoder.encode(text)])),
  };
  const { index, url, text, ...rest } = dependencies;
  const blob = url === null ? new Blob([text ?? ""]) : await blobAt(url);
  const signal = cancelAfterMs === undefined ? new AbortController().signal : AbortSignal.timeout(cancelAfterMs);
  const input = {
    snapshot: files,
    inputs: files,
    dependencies: { ...rest, files: { index, blob } },
    packageRoot: "" as const,
    signal,
  };
  const started = performance.now();
  const paths = snapshot.entries.map((entry): RepoPath => entry.path);
  const result = await (kind === "typecheck"
    ? client(deadlineMs).typecheck(input)
    : client(deadlineMs).format({ ...input, paths }));
  return { result, ms: performance.now() - started };
}

Object.assign(globalThis, { ask });
