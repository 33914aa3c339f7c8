/**
 * Everything that gates may look at for one attempt. Each piece is sealed with the tree oid that it was measured on
 * and the digest of its canonical JSON, so that a gate can refuse what belongs to another snapshot, and a verdict can
 * be replayed from what was saved. A missing piece is `undefined`, and no gate passes on it.
 */
import type { Oid } from "../snapshot/index.ts";
import type { Ticket } from "../ticket/index.ts";
import type {
  AblationReport,
  AcceptanceReport,
  DeniedWrite,
  ExportReport,
  FormatReport,
  InspectionReport,
  MutationReport,
  ReviewReport,
  RoleChanges,
  TypecheckReport,
} from "./reports.ts";
import type { SuiteReport } from "./suite-report.ts";

export const EVIDENCE_VERSION = 1;

export interface Sealed<T> {
  readonly version: number;
  /** Tree oid that it was measured on. */
  readonly on: Oid;
  /** `sha256:<hex>` of the canonical JSON of { version, on, value }. */
  readonly digest: string;
  readonly value: T;
  /** Milliseconds it took to gather, for the eye alone: not part of the digest. */
  readonly tookMs: number;
}

/** Why a piece is not there, keyed by its name in {@link AttemptEvidence}: "budget", "the engine can't", "cancelled". */
export interface Missing {
  readonly piece: EvidenceName;
  readonly reason: string;
}

export interface AttemptEvidence {
  readonly ticket: Ticket;
  readonly snapshots: {
    readonly base: Oid;
    /** base + the test-writer's files. */
    readonly baseWithTests: Oid;
    /** base + the fixer's files. */
    readonly fix: Oid;
    /** base + fix + tests: what is graded and exported. */
    readonly candidate: Oid;
  };
  readonly fix: RoleChanges;
  readonly tests: RoleChanges;
  readonly denied: readonly DeniedWrite[];
  /** Facts about the diff, on `candidate`. */
  readonly inspection?: Sealed<InspectionReport>;
  /** On base: in order, then shuffled. */
  readonly baseline: readonly Sealed<SuiteReport>[];
  readonly baseWithTests: readonly Sealed<SuiteReport>[];
  /** On candidate: first the whole suite in order, then the new tests' files repeated, shuffled, with different seeds. */
  readonly candidate: readonly Sealed<SuiteReport>[];
  readonly typecheckBase?: Sealed<TypecheckReport>;
  readonly typecheckBaseWithTests?: Sealed<TypecheckReport>;
  readonly typecheckCandidate?: Sealed<TypecheckReport>;
  readonly mutation?: Sealed<MutationReport>;
  readonly ablation?: Sealed<AblationReport>;
  readonly acceptance?: Sealed<AcceptanceReport>;
  readonly format?: Sealed<FormatReport>;
  readonly review?: Sealed<ReviewReport>;
  readonly export?: Sealed<ExportReport>;
  readonly missing: readonly Missing[];
}

export type EvidenceName = Exclude<keyof AttemptEvidence, "ticket" | "snapshots" | "fix" | "tests" | "denied" | "missing">;
