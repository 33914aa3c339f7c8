/**
 * The store of git objects and everything that is done with it: open, read, write through a mask, merge, compare, export.
 * Runs in a browser worker and in Node alike; the entry beside it is plumbing. Trees are immutable, so nothing that
 * happens to one snapshot can reach another.
 */
import { createExport } from "./export/index.ts";
import type {
  ExportPort,
  GitStore,
  OpenError,
  OpenedRepository,
  PublishPort,
  RepoSource,
  Workspace,
} from "../../src/app/ports/index.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import type { Oid, Snapshot } from "../../src/core/snapshot/index.ts";
import { maskFor } from "../../src/core/write-mask/index.ts";
import { createObjectStore } from "../../src/protocol/git-objects.ts";
import { diffTrees, listTree, updateTree, type Listing } from "../../src/protocol/git-trees.ts";
import { createHttp, DEFAULT_LIMITS, type HttpLimits } from "./http.ts";
import { mergeSets } from "./merge.ts";
import { exposeNarrow } from "./narrow-port.ts";
import { fail, OpenFailure, throwIfCancelled } from "./open-failure.ts";
import { published } from "./publish/publish-failure.ts";
import type { OpenContext, OpenedTree } from "./sources/context.ts";
import { warningsOf } from "./warnings.ts";
import { createWorkspace, type MaskedWorkspace } from "./workspace.ts";

export interface GitEngineOptions {
  /** Where `<name>.repo.pack` files are, with a slash at its end. */
  readonly packsBase?: string;
  readonly fetch?: typeof fetch;
  readonly limits?: HttpLimits;
}

export interface GitEngine extends GitStore, ExportPort, PublishPort {
  /** What a snapshot lists, without its bytes. */
  snapshot(tree: Oid): Promise<Snapshot>;
  /** Bytes by oid; what is not held is not in it. */
  blobs(oids: readonly Oid[]): Promise<ReadonlyMap<Oid, Uint8Array>>;
}

const METHODS: readonly (keyof Workspace)[] = ["list", "read", "write", "remove", "rename"];

export function createGitEngine(options: GitEngineOptions = {}): GitEngine {
  const store = createObjectStore();
  const http = createHttp(options.fetch ?? ((input, init) => fetch(input, init)), options.limits ?? DEFAULT_LIMITS);
  const workspaces = new Map<string, { readonly workspace: MaskedWorkspace; readonly base: Oid; readonly port: MessagePort }>();
  const listings = new Map<Oid, Listing>();
  let opened = 0;

  const list = (tree: Oid): Listing => {
    const known = listings.get(tree);
    if (known !== undefined) return known;
    const listing = listTree(store, tree);
    // A few are asked for again and again (base, candidate); the hundreds of mutants are not.
    const oldest = listings.keys().next();
    if (listings.size >= 16 && !oldest.done) listings.delete(oldest.value);
    listings.set(tree, listing);
    return listing;
  };

  const engine: GitEngine = {
    open: async (source, { signal, onProgress, token }): Promise<Result<OpenedRepository, OpenError>> => {
      const warnings: string[] = [];
      const context: OpenContext = {
        store,
        http,
        signal,
        token,
        packsBase: options.packsBase ?? "packs/",
        progress: onProgress,
        warn: (text) => {
          warnings.push(text);
        },
      };
      try {
        throwIfCancelled(signal);
        const found = await openSource(source, context);
        throwIfCancelled(signal);
        onProgress({ phase: "checking", done: 1, total: 1, text: "listing the tree" });
        const listing = list(found.tree);
        if (listing.snapshot.entries.length === 0)
          fail("empty", `${found.source} holds no file.`, "Open a repository with something in it.");
        return ok({
          source: found.source,
          url: found.url,
          commit: found.commit,
          ref: found.ref,
          snapshot: listing.snapshot,
          warnings: [...warnings, ...warningsOf(store, listing)],
          ...(found.rateLimit === undefined ? {} : { rateLimit: found.rateLimit }),
        });
      } catch (cause) {
        if (cause instanceof OpenFailure) return err(cause.error);
        throw cause;
      }
    },
    snapshot: (tree) => Promise.resolve(list(tree).snapshot),
    blobs: (oids) => {
      const blobs = new Map<Oid, Uint8Array>();
      for (const oid of oids) {
        const bytes = store.blob(oid);
        if (bytes !== undefined) blobs.set(oid, bytes);
      }
      return Promise.resolve(blobs);
    },
    files: async (tree) => {
      const { snapshot } = list(tree);
      return { ...snapshot, blobs: await engine.blobs(snapshot.entries.map((entry) => entry.oid)) };
    },
    workspace: ({ role, base, ticket, mask, onEvent }) => {
      const workspace = createWorkspace({ store, base, role, mask: maskFor(role, ticket, mask), onEvent });
      const id = `workspace-${String(++opened)}`;
      const { port1, port2 } = new MessageChannel();
      exposeNarrow(workspace, port1, METHODS);
      workspaces.set(id, { workspace, base, port: port1 });
      return Promise.resolve({ id, port: port2 });
    },
    commitWorkspace: (id) => {
      const held = workspaces.get(id);
      if (held === undefined) return Promise.reject(new Error(`no such workspace, or it has ended: ${id}`));
      workspaces.delete(id);
      held.port.close();
      return engine.diff(held.base, held.workspace.result());
    },
    merge: (base, sets) => Promise.resolve(mergeSets(store, base, sets)),
    overlay: (base, files) =>
      Promise.resolve().then(() => {
        const modes = new Map<string, string>(list(base).snapshot.entries.map((entry) => [entry.path, entry.mode]));
        return updateTree(
          store,
          base,
          files.map(
            ({ path, bytes }) =>
              [path, bytes === null ? null : { oid: store.putBlob(bytes.slice()), mode: modes.get(path) ?? "100644" }] as const,
          ),
        );
      }),
    diff: (before, after) => Promise.resolve({ base: before, result: after, changes: diffTrees(store, before, after) }),
    pushBranch: (change, publishing) =>
      published(async () => (await import("./publish/push-branch.ts")).pushBranch(store, http, change, publishing)),
    draftPullRequest: (change, publishing) =>
      published(async () => (await import("./publish/draft-pull-request.ts")).draftPullRequest(store, http, change, publishing)),
    ...createExport(store),
  };
  return engine;
}

/** Each source is loaded when it is asked for: a demo needs no git client, a URL no unzip. */
async function openSource(source: RepoSource, context: OpenContext): Promise<OpenedTree> {
  switch (source.kind) {
    case "demo":
      return (await import("./sources/demo.ts")).openDemo(source.name, context);
    case "git":
      return (await import("./sources/smart-http.ts")).openGit(source, context);
    case "github":
      return (await import("./sources/github.ts")).openGitHub(source, context);
    case "gitlab":
      return (await import("./sources/gitlab.ts")).openGitLab(source, context);
    case "files":
      return (await import("./sources/files.ts")).openFiles(source, context);
    case "archive":
      return (await import("./sources/archive.ts")).openArchive(source, context);
  }
}
