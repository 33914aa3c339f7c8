/** The engine as messages can carry it. Events of a workspace have all arrived before its end is answered. */
import { transfer } from "comlink";
import type { OpenProgress } from "../../src/app/ports/index.ts";
import type { GitWorkerApi } from "./api.ts";
import { createGitEngine, type GitEngine } from "./engine.ts";

const PROGRESS_MS = 50;

export function createGitWorkerApi(
  create: (packsBase: string) => GitEngine = (packsBase) => createGitEngine({ packsBase }),
): GitWorkerApi {
  let made: GitEngine | null = null;
  const engine = (): GitEngine => (made ??= create("packs/"));
  const running = new Map<number, AbortController>();
  const undelivered = new Map<string, Promise<unknown>[]>();
  const cancellable = async <T>(
    id: number,
    onProgress: (progress: OpenProgress) => void | Promise<void>,
    work: (options: { readonly signal: AbortSignal; readonly onProgress: (progress: OpenProgress) => void }) => Promise<T>,
  ): Promise<T> => {
    const controller = new AbortController();
    running.set(id, controller);
    let phase: OpenProgress["phase"] | null = null;
    let saidAt = -Infinity;
    let delivered = Promise.resolve();
    try {
      return await work({
        signal: controller.signal,
        onProgress: (progress) => {
          // A screen shows no more than this, and a page that is told each of 4,500 files does nothing else.
          const now = performance.now();
          if (progress.phase === phase && now - saidAt < PROGRESS_MS) return;
          [phase, saidAt] = [progress.phase, now];
          delivered = Promise.resolve(onProgress(progress));
        },
      });
    } finally {
      running.delete(id);
      // The last word has arrived before the answer: the two travel on ports of their own.
      await delivered;
    }
  };
  return {
    configure: ({ packsBase }) => {
      made ??= create(packsBase);
    },
    open: (id, source, token, onProgress) => cancellable(id, onProgress, (options) => engine().open(source, { ...options, token })),
    pushBranch: (id, change, token, onProgress) =>
      cancellable(id, onProgress, (options) => engine().pushBranch(change, { ...options, token })),
    draftPullRequest: (id, change, token, onProgress) =>
      cancellable(id, onProgress, (options) => engine().draftPullRequest(change, { ...options, token })),
    cancel: (id) => {
      running.get(id)?.abort();
    },
    snapshot: (tree) => engine().snapshot(tree),
    blobs: (oids) => engine().blobs(oids),
    workspace: async (input, onEvent) => {
      const sent: Promise<unknown>[] = [];
      const { id, port } = await engine().workspace({
        ...input,
        onEvent: (event) => {
          const delivered = onEvent(event);
          if (delivered !== undefined) sent.push(delivered);
        },
      });
      undelivered.set(id, sent);
      return transfer({ id, port }, [port]);
    },
    commitWorkspace: async (id) => {
      const changes = await engine().commitWorkspace(id);
      await Promise.all(undelivered.get(id) ?? []);
      undelivered.delete(id);
      return changes;
    },
    merge: (base, sets) => engine().merge(base, sets),
    overlay: (base, files) => engine().overlay(base, files),
    diff: (before, after) => engine().diff(before, after),
    patch: (base, result, commit) => engine().patch(base, result, commit),
    bundle: async (...input) => {
      const bytes = await engine().bundle(...input);
      return transfer(bytes, [bytes.buffer]);
    },
    applyPatch: (base, patch) => engine().applyPatch(base, patch),
  };
}
