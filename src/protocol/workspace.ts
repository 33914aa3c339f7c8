/** An agent's hold on the files: a capability over a message port, not the files. */
import type { DeniedWrite } from "../core/evidence/index.ts";
import type { Result } from "../core/result.ts";
import type { RepoPath } from "../core/snapshot/index.ts";

export type ReadError = { readonly kind: "not-found" | "binary" | "too-large"; readonly path: string };

/**
 * What an agent holds instead of the files: it lives in the git worker and is handed over as a message port. Reads see
 * the role's own snapshot, writes go through the role's mask there, where the files are.
 */
export interface Workspace {
  list(): Promise<readonly RepoPath[]>;
  read(path: string): Promise<Result<string, ReadError>>;
  write(path: string, text: string): Promise<Result<{ readonly added: number; readonly removed: number }, DeniedWrite>>;
  remove(path: string): Promise<Result<void, DeniedWrite>>;
  rename(from: string, to: string): Promise<Result<void, DeniedWrite>>;
}
