/**
 * The page's side of the git worker: `GitStore` and `ExportPort` over messages. Bytes are asked for once and kept by oid,
 * so that the files of a mutant cost the one blob that differs.
 */
import { proxy } from "comlink";
import type { ExportPort, GitStore, OpenedRepository, OpenError, PublishPort } from "../../app/ports/index.ts";
import { err, type Result } from "../../core/result.ts";
import type { Oid } from "../../core/snapshot/index.ts";
import type { GitWorkerApi } from "../../../workers/git/api.ts";
import { linkWorker, type WorkerLink } from "./worker-link.ts";

/** For work on what is held already: no network in it. */
const DEADLINE_MS = 120_000;
const CACHE_BYTES = 256 * 1024 * 1024;

type Pushed = Awaited<ReturnType<PublishPort["pushBranch"]>>;
type Drafted = Awaited<ReturnType<PublishPort["draftPullRequest"]>>;

export interface GitStoreOptions {
  readonly worker: () => Worker;
  /** Absolute, or relative to the page; with a slash at its end. */
  readonly packsBase: string;
}

export function createGitStore({
  worker,
  packsBase,
}: GitStoreOptions): GitStore & ExportPort & PublishPort & { readonly dispose: () => void } {
  let link: WorkerLink<GitWorkerApi> | null = null;
  let opens = 0;
  const blobs = new Map<Oid, Uint8Array>();
  let held = 0;

  const connected = (): WorkerLink<GitWorkerApi> => {
    if (link === null || link.isGone()) {
      // A new worker holds no object: what was opened in the old one has to be opened again.
      blobs.clear();
      held = 0;
      link = linkWorker<GitWorkerApi>(worker(), "git");
      // Answered before whatever is asked next; a worker that can't be loaded says so there.
      void link
        .call("configure", DEADLINE_MS, (remote) => remote.configure({ packsBase: new URL(packsBase, location.href).href }))
        .catch(() => undefined);
    }
    return link;
  };
  const call = <T>(what: string, ask: Parameters<WorkerLink<GitWorkerApi>["call"]>[2]): Promise<T> =>
    connected().call(what, DEADLINE_MS, ask) as Promise<T>;

  /** No deadline: the engine has its own for every silence, and a large repository may take what it takes. */
  const cancellable = async <T>(
    what: string,
    signal: AbortSignal,
    ask: (remote: WorkerLink<GitWorkerApi>["remote"], id: number) => Promise<T>,
  ): Promise<T | ReturnType<typeof err<{ readonly kind: "cancelled" }>>> => {
    if (signal.aborted) return err({ kind: "cancelled" });
    const { call: begin, remote } = connected();
    const id = ++opens;
    const cancel = (): void => {
      void remote.cancel(id);
    };
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return await begin<T>(what, null, (api) => ask(api, id));
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };

  return {
    open: (source, { signal, onProgress, token }) =>
      cancellable<Result<OpenedRepository, OpenError>>("open", signal, (api, id) => api.open(id, source, token, proxy(onProgress))),
    pushBranch: (change, { signal, onProgress, token }) =>
      cancellable<Pushed>("pushBranch", signal, (api, id) => api.pushBranch(id, change, token, proxy(onProgress))),
    draftPullRequest: (change, { signal, onProgress, token }) =>
      cancellable<Drafted>("draftPullRequest", signal, (api, id) => api.draftPullRequest(id, change, token, proxy(onProgress))),
    files: async (tree) => {
      const snapshot = await connected().call("snapshot", DEADLINE_MS, (remote) => remote.snapshot(tree));
      const oids = [...new Set(snapshot.entries.map((entry) => entry.oid))];
      const missing = oids.filter((oid) => !blobs.has(oid));
      if (missing.length > 0) {
        const received = await connected().call("blobs", DEADLINE_MS, (remote) => remote.blobs(missing));
        if (held > CACHE_BYTES) {
          const wanted = new Set(oids);
          for (const [oid, bytes] of blobs) {
            if (wanted.has(oid)) continue;
            blobs.delete(oid);
            held -= bytes.length;
          }
        }
        for (const [oid, bytes] of received) {
          blobs.set(oid, bytes);
          held += bytes.length;
        }
      }
      const own = new Map<Oid, Uint8Array>();
      for (const oid of oids) {
        const bytes = blobs.get(oid);
        if (bytes === undefined) throw new Error(`the git worker does not hold ${oid}`);
        own.set(oid, bytes);
      }
      return { ...snapshot, blobs: own };
    },
    workspace: ({ onEvent, ...input }) => call("workspace", (remote) => remote.workspace(input, proxy(onEvent))),
    commitWorkspace: (id) => call("commitWorkspace", (remote) => remote.commitWorkspace(id)),
    merge: (base, sets) => call("merge", (remote) => remote.merge(base, sets)),
    overlay: (base, files) => call("overlay", (remote) => remote.overlay(base, files)),
    diff: (before, after) => call("diff", (remote) => remote.diff(before, after)),
    patch: (base, result, commit) => call("patch", (remote) => remote.patch(base, result, commit)),
    bundle: (base, baseCommit, result, commit) => call("bundle", (remote) => remote.bundle(base, baseCommit, result, commit)),
    applyPatch: (base, patch) => call("applyPatch", (remote) => remote.applyPatch(base, patch)),
    dispose: () => {
      link?.end("it was closed");
      link = null;
      blobs.clear();
      held = 0;
    },
  };
}
