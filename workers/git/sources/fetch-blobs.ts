/** Many blobs, a few at a time, each believed only when it hashes to its oid. */
import type { Oid } from "../../../src/core/snapshot/index.ts";
import { EMPTY_BLOB, hashObject, type ObjectStore } from "../../../src/protocol/git-objects.ts";
import { OpenFailure, throwIfCancelled } from "../open-failure.ts";
import type { OpenContext } from "./context.ts";

export interface WantedBlob {
  readonly oid: Oid;
  readonly path: string;
  readonly size: number | null;
}

const LANES = 12;
const TRIES = 4;

export interface FetchTry {
  /** An earlier try gave bytes with another hash: ask elsewhere. */
  readonly mismatch: boolean;
  readonly last: boolean;
  readonly signal: AbortSignal;
}

/** `fetchOne` gives bytes, or null where another try makes sense. */
export async function fetchBlobs(
  wanted: readonly WantedBlob[],
  context: OpenContext,
  fetchOne: (blob: WantedBlob, attempt: FetchTry) => Promise<Uint8Array | null>,
): Promise<void> {
  const store: ObjectStore = context.store;
  store.putBlob(new Uint8Array(0));
  const byOid = new Map(
    wanted.filter(({ oid }) => oid !== EMPTY_BLOB && store.blob(oid) === undefined).map((blob) => [blob.oid, blob]),
  );
  const queue = [...byOid.values()];
  const total = queue.length;
  let done = 0;
  // The first failure stops the other lanes.
  const stop = new AbortController();
  const onAbort = (): void => {
    stop.abort();
  };
  context.signal.addEventListener("abort", onAbort, { once: true });
  const lane = async (): Promise<void> => {
    for (let blob = queue.shift(); blob !== undefined; blob = queue.shift()) {
      throwIfCancelled(stop.signal);
      store.putBlob(await fetchChecked(blob));
      context.progress({ phase: "receiving", done: ++done, total, text: blob.path });
    }
  };
  const fetchChecked = async (blob: WantedBlob): Promise<Uint8Array> => {
    let mismatch = false;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const bytes = await fetchOne(blob, { mismatch, last: attempt === TRIES - 1, signal: stop.signal });
      if (bytes !== null && hashObject("blob", bytes) === blob.oid) return bytes;
      mismatch ||= bytes !== null;
      await pause(bytes === null ? 250 * 2 ** attempt : 0, stop.signal);
    }
    throw new OpenFailure({
      kind: mismatch ? "corrupt" : "unreachable",
      message: mismatch
        ? `What the host sends for ${blob.path} is not what the commit holds (its hash is not ${blob.oid}).`
        : `${blob.path} could not be fetched after ${String(TRIES)} tries.`,
      advice: "Try again; if it stays so, open an archive or a bundle of the repository.",
    });
  };
  try {
    const lanes = Array.from({ length: Math.min(LANES, total) }, () =>
      lane().catch((cause: unknown) => {
        stop.abort();
        throw cause;
      }),
    );
    const ends = await Promise.allSettled(lanes);
    const reasons = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as Error] : []));
    throwIfCancelled(context.signal);
    // The lanes that were stopped say "cancelled"; the one that stopped them says why.
    const why = reasons.find((reason) => !(reason instanceof OpenFailure && reason.error.kind === "cancelled")) ?? reasons[0];
    if (why !== undefined) throw why;
  } finally {
    context.signal.removeEventListener("abort", onAbort);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
  });
  throwIfCancelled(signal);
}
