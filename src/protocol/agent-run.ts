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

/** How the worker asks the model: it is held by the page, which also ends a generation when the run is cancelled. */
export interface ModelPort {
  generate(request: GenerateRequest, onText: (text: string, tokens: number) => void): Promise<Result<Generation, ModelError>>;
  countTokens(text: string): Promise<number>;
}

export interface AgentListener {
  onText(text: string, tokens: number): void;
  onReply(reply: AgentReply): void;
}

/** What an agent's worker exposes. Every call is one turn of one role; the worker is thrown away after it. */
export interface AgentApi {
  run(
    input: { readonly attempt: number; readonly brief: AgentBrief; readonly capabilities: ModelCapabilities },
    ports: { readonly workspace: MessagePort; readonly model: MessagePort },
    listener: AgentListener,
  ): Promise<Result<AgentOutcome, AgentError>>;
}
