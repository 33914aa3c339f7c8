/** Evidence that is read from the change itself: facts about the diff, the ticket's patterns, mutants, hunk ablation. */
import type { AblationReport, AcceptanceReport, InspectionReport, MutationReport, SuiteReport } from "../../core/evidence/index.ts";
import type { ChangeSet } from "../../core/change-set/index.ts";
import type { Result } from "../../core/result.ts";
import type { SnapshotFiles } from "../../core/snapshot/index.ts";
import type { Ticket } from "../../core/ticket/index.ts";
import type { Dependencies } from "./dependencies.ts";
import type { GitStore } from "./repo.ts";
import type { OpenSandbox, Sandbox } from "./sandbox.ts";

export type AnalysisError =
  | { readonly kind: "cancelled" }
  | { readonly kind: "unsupported"; readonly message: string; readonly advice: string }
  | { readonly kind: "lost"; readonly message: string; readonly advice: string };

export interface AnalysisInput {
  readonly ticket: Ticket;
  readonly base: SnapshotFiles;
  readonly candidate: SnapshotFiles;
  readonly fix: ChangeSet;
  readonly tests: ChangeSet;
  readonly signal: AbortSignal;
}

/** What mutants and ablated hunks are run with. */
export interface ExperimentInput extends AnalysisInput {
  readonly git: GitStore;
  readonly sandbox: Sandbox;
  readonly dependencies: Dependencies;
  readonly packageRoot: OpenSandbox["packageRoot"];
  /** Snapshot that configuration is read from. */
  readonly inputs: SnapshotFiles;
  /** The candidate's first whole run: which test files there are, and how long they take. */
  readonly suite: SuiteReport;
  readonly budget: { readonly mutants: number };
  readonly onProgress: (done: number, total: number) => void;
}

export interface Analysis {
  inspect(input: AnalysisInput): Promise<Result<InspectionReport, AnalysisError>>;
  acceptance(input: AnalysisInput & { readonly suite: SuiteReport | null }): Promise<Result<AcceptanceReport, AnalysisError>>;
  mutate(input: ExperimentInput): Promise<Result<MutationReport, AnalysisError>>;
  ablate(input: ExperimentInput): Promise<Result<AblationReport, AnalysisError>>;
}
