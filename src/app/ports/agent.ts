/** Who runs a role: one disposable worker for each call, holding a workspace port and a way to ask the model, and nothing else. */
import type { DeniedWrite } from "../../core/evidence/index.ts";
import type { Result } from "../../core/result.ts";
import type { Role } from "../../core/role/index.ts";
import type { Oid, RepoPath } from "../../core/snapshot/index.ts";
import type { Ticket } from "../../core/ticket/index.ts";
import type { ModelBackend, ModelError } from "./model-backend.ts";

export type AgentBrief =
  | { readonly role: "fixer"; readonly ticket: Ticket; readonly feedback: string | null }
  | { readonly role: "test-writer"; readonly ticket: Ticket; readonly feedback: string | null; readonly changedPaths: readonly RepoPath[] }
  | {
      readonly role: "reviewer";
      readonly ticket: Ticket;
      readonly candidate: Oid;
      readonly statements: readonly string[];
      readonly diff: string;
      readonly verdicts: string;
    };

export interface AgentReply {
  readonly text: string;
  readonly tokens: number;
  readonly ms: number;
  /** Why it could not be used, or null. */
  readonly problem: string | null;
}

export interface AgentOutcome {
  readonly role: Role;
  /** The reply that was used: the reviewer's answer is read by the review gate, not here. */
  readonly reply: string;
  readonly denied: readonly DeniedWrite[];
}

export type AgentError =
  | { readonly kind: "cancelled" }
  | { readonly kind: "unusable-reply"; readonly message: string; readonly advice: string }
  | { readonly kind: "model"; readonly error: ModelError }
  | { readonly kind: "lost"; readonly message: string; readonly advice: string };

export interface AgentRunner {
  run(input: {
    readonly attempt: number;
    readonly brief: AgentBrief;
    /** Null for the reviewer where it needs no files. */
    readonly workspace: MessagePort;
    readonly model: ModelBackend;
    readonly signal: AbortSignal;
    readonly onText: (text: string, tokens: number) => void;
    readonly onReply: (reply: AgentReply) => void;
  }): Promise<Result<AgentOutcome, AgentError>>;
}
