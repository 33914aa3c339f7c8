/** What a source gets, and what it gives back. */
import type { OpenProgress } from "../../../src/app/ports/index.ts";
import type { Oid } from "../../../src/core/snapshot/index.ts";
import type { ObjectStore } from "../../../src/protocol/git-objects.ts";
import type { Http } from "../http.ts";

export interface OpenContext {
  readonly store: ObjectStore;
  readonly http: Http;
  readonly signal: AbortSignal;
  readonly token: string | null;
  readonly packsBase: string;
  readonly progress: (progress: OpenProgress) => void;
  readonly warn: (text: string) => void;
}

export interface OpenedTree {
  readonly tree: Oid;
  readonly commit: Oid | null;
  readonly ref: string | null;
  /** A name for the screen: "unjs/ufo". */
  readonly source: string;
  readonly url: string;
  readonly rateLimit?: { readonly remaining: number; readonly resetsAt: number };
}

/** Above this a remote file is not fetched (its tree entry stays), and a local one is mentioned. */
export const FILE_LIMIT = 20 * 1024 * 1024;

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
