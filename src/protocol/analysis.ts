/** What crosses between page and analysis worker. */
import type { AcceptanceReport, InspectionReport, SourcePlace, SuiteReport } from "../core/evidence/index.ts";
import type { Result } from "../core/result.ts";
import type { WritingRole } from "../core/role/index.ts";
import type { RepoPath, SnapshotFiles } from "../core/snapshot/index.ts";
import type { Ticket } from "../core/ticket/index.ts";

export interface ChangedText {
  readonly path: RepoPath;
  readonly role: WritingRole;
  readonly before: string | null;
  readonly after: string | null;
}

/** A mutant as it is run: `text` is the whole file with it. */
export interface GeneratedMutant {
  readonly id: string;
  readonly operator: string;
  readonly place: SourcePlace;
  readonly original: string;
  readonly replacement: string;
  readonly onChangedToken: boolean;
  readonly text: string;
}

export interface AnalysisWorkerApi {
  inspect(texts: readonly ChangedText[], ticketText: string): Promise<Result<InspectionReport, never>>;
  acceptance(ticket: Ticket, candidate: SnapshotFiles, suite: SuiteReport | null): Promise<Result<AcceptanceReport, never>>;
  /** Of the changed lines of source files; those that tell most first. */
  mutants(texts: readonly ChangedText[]): Promise<Result<readonly GeneratedMutant[], never>>;
  /** The test files from which a changed path can be reached by imports; an import that can't be placed counts as reaching. */
  reach(
    files: SnapshotFiles,
    changed: readonly RepoPath[],
    tests: readonly RepoPath[],
  ): Promise<Result<readonly RepoPath[], never>>;
}
