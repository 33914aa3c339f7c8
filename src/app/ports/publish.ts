/** A verified change, given to the host that the repository came from. Always a new branch, never forced, never merged. */
import type { Result } from "../../core/result.ts";
import type { Oid } from "../../core/snapshot/index.ts";
import type { CommitInfo, OpenProgress } from "./repo.ts";

export type PublishError =
  | { readonly kind: "cancelled" }
  | {
      readonly kind:
        | "unauthorised"
        /** The token is good, and too narrow. */
        | "token-scope"
        | "no-permission"
        | "protected-branch"
        /** The base branch is not where the run started: rebase, then every gate again. */
        | "base-moved"
        | "branch-exists"
        | "pull-request-exists"
        | "not-found"
        | "cors"
        | "unreachable"
        | "rate-limited"
        | "rejected";
      readonly message: string;
      readonly advice: string;
      /** Set where a branch is already there when the rest failed. */
      readonly pushedBranch?: string;
    };

export interface PublishOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: OpenProgress) => void;
  readonly token: string | null;
}

export interface PublishedChange {
  readonly base: Oid;
  /** The commit that base is the tree of: the parent of what is published. */
  readonly baseCommit: Oid;
  readonly result: Oid;
  readonly commit: CommitInfo;
  /** The branch that the change is for; null: the host's default branch. */
  readonly baseBranch: string | null;
}

export interface PublishPort {
  /** Over smart HTTP: one commit as a new branch. */
  pushBranch(
    change: PublishedChange & { readonly url: string; readonly proxy: string | null },
    options: PublishOptions,
  ): Promise<Result<{ readonly branch: string; readonly commit: Oid }, PublishError>>;
  /** By GitHub's API: blobs, tree, commit, branch, draft pull request; in a fork where the person may not push. */
  draftPullRequest(
    change: PublishedChange & {
      readonly owner: string;
      readonly name: string;
      readonly apiBase: string;
      readonly title: string;
      readonly body: string;
      /** Where it stands in `body`, the pull request's address is put once it is known. */
      readonly ownAddress?: string;
    },
    options: PublishOptions & { readonly token: string },
  ): Promise<
    Result<
      {
        readonly url: string;
        readonly number: number;
        readonly branch: string;
        readonly commit: Oid;
        /** `owner/name` of the fork that holds the branch, or null. */
        readonly fork: string | null;
      },
      PublishError
    >
  >;
}
