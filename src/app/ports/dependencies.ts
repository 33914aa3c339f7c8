/** A repository's node_modules as data: packed bytes with an index. Nothing of it was executed to get here. */
import type { Result } from "../../core/result.ts";
import type { SnapshotFiles } from "../../core/snapshot/index.ts";
import type { FilePack, InstalledPackage } from "../../protocol/dependencies.ts";

export type { FilePack, InstalledPackage } from "../../protocol/dependencies.ts";

export interface Dependencies {
  /** `sha256:<hex>` over the sorted [location, name, version, integrity]. */
  readonly digest: string;
  readonly packages: readonly InstalledPackage[];
  readonly files: FilePack;
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  /** Packages with install scripts: never run, named on the receipt. */
  readonly scriptsNotRun: readonly string[];
  /** Packages that lie in the repository's own tree (workspaces, `file:`): "node_modules/@scope/a" is "packages/a". Absent: none. */
  readonly links?: readonly { readonly location: string; readonly target: string }[];
  readonly source: { readonly kind: "lockfile" | "no-lockfile" | "archive" | "none"; readonly name: string };
}

export type DependencyError =
  | { readonly kind: "cancelled" }
  | { readonly kind: "no-lockfile"; readonly message: string; readonly advice: string }
  | { readonly kind: "unreadable-lockfile"; readonly message: string; readonly advice: string }
  | {
      readonly kind: "integrity";
      readonly name: string;
      readonly expected: string;
      readonly received: string;
      readonly message: string;
      readonly advice: string;
    }
  | { readonly kind: "registry"; readonly name: string; readonly message: string; readonly advice: string };

export interface DependencyProgress {
  readonly packagesDone: number;
  readonly packagesTotal: number;
  readonly bytes: number;
}

export interface DependencySource {
  install(
    snapshot: SnapshotFiles,
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: DependencyProgress) => void },
  ): Promise<Result<Dependencies, DependencyError>>;
}
