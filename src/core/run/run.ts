/**
 * A run is what its journal says. Events are appended and never changed; the state on screen is a fold over them, so a
 * reload loses nothing that was decided.
 */
import type { AttemptEvidence, DeniedWrite, EvidenceName } from "../evidence/index.ts";
import type { GateId } from "../gate/gate.ts";
import type { Role, WritingRole } from "../role/index.ts";
import type { Oid, RepoPath } from "../snapshot/index.ts";
import type { Ticket } from "../ticket/index.ts";
import type { Verdict } from "../verdict/index.ts";

declare const runId: unique symbol;
export type RunId = string & { readonly [runId]: true };

export interface Budget {
  /** Attempts at most. */
  readonly attempts: number;
  /** Generated tokens at most, over all roles and attempts. */
  readonly tokens: number;
  /** Milliseconds at most, from the run's first event. */
  readonly wallMs: number;
  readonly mutants: number;
}

export interface ModelIdentity {
  readonly backend: "scripted" | "web-llm" | "wllama" | "openai-compatible";
  readonly model: string;
  readonly version: string;
}

export interface SandboxIdentity {
  readonly kind: "embedded" | "webcontainer" | "node";
  /** "Chromium 156", "Node 20.20.2". */
  readonly engine: string;
  readonly vitest: string;
  readonly typescript: string;
}

export interface RunSubject {
  readonly repository: { readonly url: string; readonly commit: Oid | null; readonly ref: string | null };
  readonly base: Oid;
  /** The picked package's folder. Absent, as in records of earlier versions, or empty: the repository's root. */
  readonly packageRoot?: RepoPath | "";
  readonly ticket: Ticket;
  readonly models: Readonly<Record<Role, ModelIdentity>>;
  readonly sandbox: SandboxIdentity;
  readonly budget: Budget;
}

/** How a run ends. `stuck`: the same gates red (or unknown) three observations in a row. */
export type RunEnd =
  | { readonly kind: "verified"; readonly attempt: number; readonly candidate: Oid }
  | {
      readonly kind: "refused";
      readonly failing: readonly GateId[];
      /** Where no other attempt could change it: what is wrong with the gates themselves. */
      readonly because?: string;
    }
  | {
      readonly kind: "stuck";
      readonly failing: readonly GateId[];
      readonly observations: number;
      readonly nextAction: "investigate";
    }
  | { readonly kind: "over-budget"; readonly what: "attempts" | "tokens" | "wall-clock" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "interrupted" }
  | { readonly kind: "error"; readonly message: string; readonly advice: string };

export type RunStep =
  | "opening-sandbox"
  | "baseline"
  | "fixing"
  | "writing-test"
  | "running-tests"
  | "typechecking"
  | "mutating"
  | "ablating"
  | "reviewing"
  | "exporting"
  | "judging";

export type RunEvent = { readonly run: RunId; readonly seq: number; /** Epoch milliseconds. */ readonly at: number } & (
  | { readonly type: "run-opened"; readonly subject: RunSubject }
  | { readonly type: "step"; readonly attempt: number; readonly step: RunStep; readonly detail: string }
  | { readonly type: "attempt-started"; readonly attempt: number; readonly feedback: string | null }
  | { readonly type: "role-started"; readonly attempt: number; readonly role: Role }
  | { readonly type: "file-read"; readonly attempt: number; readonly role: Role; readonly path: string }
  | {
      readonly type: "file-written";
      readonly attempt: number;
      readonly role: WritingRole;
      readonly path: RepoPath;
      readonly added: number;
      readonly removed: number;
    }
  | { readonly type: "write-denied"; readonly attempt: number; readonly denied: DeniedWrite }
  | {
      readonly type: "reply";
      readonly attempt: number;
      readonly role: Role;
      readonly text: string;
      readonly tokens: number;
      readonly ms: number;
      readonly problem: string | null;
    }
  | {
      readonly type: "role-ended";
      readonly attempt: number;
      readonly role: Role;
      readonly outcome: "done" | "failed";
      readonly message: string | null;
      readonly result: Oid | null;
    }
  | {
      readonly type: "evidence";
      readonly attempt: number;
      readonly piece: EvidenceName;
      readonly on: Oid;
      readonly digest: string;
      readonly tookMs: number;
    }
  | {
      readonly type: "verdict";
      readonly attempt: number;
      readonly gate: GateId;
      readonly gateVersion: number;
      readonly verdict: Verdict;
    }
  | {
      readonly type: "attempt-ended";
      readonly attempt: number;
      readonly record: string;
      readonly outcome: "verified" | "refused";
      readonly feedback: string | null;
    }
  | { readonly type: "paused" | "resumed" }
  | { readonly type: "run-ended"; readonly end: RunEnd }
);

/** One attempt as the case book keeps it: all that is needed to judge it again. */
export interface AttemptRecord {
  readonly id: string;
  readonly run: RunId;
  readonly attempt: number;
  readonly subject: RunSubject;
  readonly evidence: AttemptEvidence;
  readonly verdicts: readonly { readonly gate: GateId; readonly gateVersion: number; readonly verdict: Verdict }[];
  /** Text of the changed files before and after, by path; null where it did not exist or is binary. */
  readonly texts: readonly {
    readonly path: RepoPath;
    readonly role: WritingRole;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  /** Epoch milliseconds. */
  readonly at: number;
}
