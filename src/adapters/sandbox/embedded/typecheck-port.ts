/** What the embedded sandbox needs of the type check client, which is another adapter with workers of its own. */
import type { Dependencies, SandboxError } from "../../../app/ports/index.ts";
import type { FormatReport, TypecheckReport } from "../../../core/evidence/index.ts";
import type { Result } from "../../../core/result.ts";
import type { RepoPath, SnapshotFiles } from "../../../core/snapshot/index.ts";
import type { TypeTestFile, TypeTestQuestion } from "../../../protocol/typecheck.ts";

export interface TypecheckInput {
  readonly snapshot: SnapshotFiles;
  readonly inputs: SnapshotFiles;
  readonly dependencies: Dependencies;
  readonly packageRoot: RepoPath | "";
  readonly signal: AbortSignal;
}

export interface TypecheckPort {
  typecheck(input: TypecheckInput): Promise<Result<TypecheckReport, SandboxError>>;
  typeTests(
    input: TypecheckInput & { readonly question: TypeTestQuestion },
  ): Promise<Result<readonly TypeTestFile[], SandboxError>>;
  /** Loads the TypeScript that a repository brings, and has it read the repository. Never needed for correctness. */
  warm?(repository: Omit<TypecheckInput, "signal"> | undefined): void;
  format(input: TypecheckInput & { readonly paths: readonly RepoPath[] }): Promise<Result<FormatReport, SandboxError>>;
}
