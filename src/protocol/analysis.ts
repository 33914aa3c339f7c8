/** What crosses between page and analysis worker. */
import type { AcceptanceReport, InspectionReport, SuiteReport } from "../core/evidence/index.ts";
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

export interface AnalysisWorkerApi {
  inspect(texts: readonly ChangedText[], ticketText: string): Promise<Result<InspectionReport, never>>;
  acceptance(ticket: Ticket, candidate: SnapshotFiles, suite: SuiteReport | null): Promise<Result<AcceptanceReport, never>>;
}
