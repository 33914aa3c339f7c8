/** What is asked of a model and what comes back. It crosses from an agent's worker to whoever holds the weights. */
import type { Role } from "../core/role/index.ts";
import type { TicketId } from "../core/ticket/index.ts";

export interface ModelCapabilities {
  readonly grammar: "none" | "gbnf" | "json-schema";
  readonly seed: boolean;
  /** Tokens of prompt and answer together. */
  readonly contextTokens: number;
}

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface GenerateRequest {
  readonly purpose: { readonly ticket: TicketId; readonly role: Role; readonly attempt: number; readonly retry: number };
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  readonly temperature: number;
  readonly seed: number;
  readonly stop: readonly string[];
  /** Ignored by a backend whose capability says "none". */
  readonly grammar?: string;
}

export interface Generation {
  readonly text: string;
  readonly tokens: number;
  readonly ms: number;
  readonly finish: "stop" | "length";
}

export type ModelError =
  | { readonly kind: "cancelled" }
  | { readonly kind: "unavailable"; readonly message: string; readonly advice: string }
  | { readonly kind: "out-of-memory"; readonly message: string; readonly advice: string }
  | { readonly kind: "lost"; readonly message: string; readonly advice: string }
  | { readonly kind: "no-reply"; readonly message: string; readonly advice: string }
  | { readonly kind: "never-stopped"; readonly message: string; readonly advice: string };
