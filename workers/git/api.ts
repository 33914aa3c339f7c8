/**
 * What the git worker exposes to the page: the engine's port as messages can carry it. A signal becomes a number to
 * cancel by, and bytes travel apart from listings, so that they travel once.
 */
import type {
  ExportPort,
  GitStore,
  OpenedRepository,
  OpenError,
  OpenProgress,
  PublishPort,
  RepoSource,
  WorkspaceEvent,
} from "../../src/app/ports/index.ts";
import type { Result } from "../../src/core/result.ts";
import type { Oid, Snapshot } from "../../src/core/snapshot/index.ts";

export interface GitWorkerApi extends Pick<GitStore, "commitWorkspace" | "merge" | "overlay" | "diff">, ExportPort {
  configure(options: { readonly packsBase: string }): void;
  open(
    id: number,
    source: RepoSource,
    token: string | null,
    onProgress: (progress: OpenProgress) => void | Promise<void>,
  ): Promise<Result<OpenedRepository, OpenError>>;
  pushBranch(
    id: number,
    change: Parameters<PublishPort["pushBranch"]>[0],
    token: string | null,
    onProgress: (progress: OpenProgress) => void | Promise<void>,
  ): ReturnType<PublishPort["pushBranch"]>;
  draftPullRequest(
    id: number,
    change: Parameters<PublishPort["draftPullRequest"]>[0],
    token: string,
    onProgress: (progress: OpenProgress) => void | Promise<void>,
  ): ReturnType<PublishPort["draftPullRequest"]>;
  /** Ends what was begun under this number. */
  cancel(id: number): void;
  snapshot(tree: Oid): Promise<Snapshot>;
  blobs(oids: readonly Oid[]): Promise<ReadonlyMap<Oid, Uint8Array>>;
  workspace(
    input: Omit<Parameters<GitStore["workspace"]>[0], "onEvent">,
    onEvent: (event: WorkspaceEvent) => void | Promise<void>,
  ): Promise<{ readonly id: string; readonly port: MessagePort }>;
}
