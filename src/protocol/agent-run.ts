/** One role's turn: the brief that goes into an agent's worker, and what comes out of it. */
import type { DeniedWrite } from "../core/evidence/index.ts";
import type { Result } from "../core/result.ts";
import type { Role } from "../core/role/index.ts";
import type { Oid, RepoPath } from "../core/snapshot/index.ts";
import type { Ticket } from "../core/ticket/index.ts";
import type { GenerateRequest, Generation, ModelCapabilities, ModelError } from "./model-request.ts";

export type AgentBrief =
  | { readonly role: "fixer"; readonly ticket: Ticket; readonly feedback: string | null }
  | {
      readonly role: "test-writer";
      readonly ticket: Ticket;
      readonly feedback: string | null;
      readonly changedPaths: readonly RepoPath[];
    }
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

/**
 * How the worker asks the model. The page holds it: it shows the text while it grows, and ends a generation when the run
 * is cancelled, which a terminated worker could not.
 */
export interface ModelPort {
  generate(request: GenerateRequest): Promise<Result<Generation, ModelError>>;
  countTokens(text: string): Promise<number>;
}

export interface AgentInput {
  readonly attempt: number;
  readonly brief: AgentBrief;
  readonly capabilities: ModelCapabilities;
}

/** What an agent's worker exposes: one turn of one role, after which the worker is thrown away. */
export interface AgentApi {
  run(
    input: AgentInput,
    ports: { readonly workspace: MessagePort; readonly model: MessagePort },
    onReply: (reply: AgentReply) => void | Promise<void>,
  ): Promise<Result<AgentOutcome, AgentError>>;
}
