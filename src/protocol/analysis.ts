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

/** A test file of ours and the copies that it compares, to be laid over the candidate. */
export interface WitnessPlan {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly probe: string;
  /** Distinct inputs that are tried. */
  readonly programs: number;
}

export interface WitnessFinding {
  readonly call: string;
  readonly candidate: string;
  readonly mutant: string;
  readonly base?: string;
  readonly ranBySuite: boolean;
}

export interface AnalysisWorkerApi {
  /** Null: no export leads to the mutated lines with inputs that can be written down. */
  planWitnesses(input: {
    readonly path: RepoPath;
    readonly base: string | null;
    readonly candidate: SnapshotFiles;
    readonly mutants: readonly GeneratedMutant[];
    /** Further changed places whose exports are called, to see whether the same call is answered the same way again. */
    readonly again: readonly SourcePlace[];
    readonly tests: readonly RepoPath[];
    readonly besideTest: RepoPath;
    readonly seed: number;
  }): Promise<Result<WitnessPlan | null, never>>;
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

/** Title of the probe's test that repeats its calls. */
export const PROBE_AGAIN = "fixgate: the same calls again";

/** What a probe found travels as the message of a failing test, behind this mark. */
export const PROBE_MARK = "fixgate-probe:";
