/** The model behind a role. Our own small interface: phases, memory, unload and grammar matter here, tool loops do not. */
import type { Result } from "../../core/result.ts";
import type { Role } from "../../core/role/index.ts";
import type { ModelIdentity } from "../../core/run/index.ts";
import type { TicketId } from "../../core/ticket/index.ts";

export interface ModelCapabilities {
  readonly grammar: "none" | "gbnf" | "json-schema";
  readonly seed: boolean;
  /** Tokens of prompt and answer together. */
  readonly contextTokens: number;
}

export interface Probe {
  readonly usable: boolean;
  /** Said on screen: "WebGPU is there, f16 shaders are not: choose a q4f32 model". */
  readonly reason: string;
  /** Bytes to download and bytes of memory, where known. */
  readonly downloadBytes?: number;
  readonly memoryBytes?: number;
}

export interface LoadProgress {
  readonly phase: "fetch" | "load" | "compile";
  /** 0 to 1 within the phase. */
  readonly fraction: number;
  readonly text: string;
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

export interface ModelBackend {
  readonly identity: ModelIdentity;
  readonly capabilities: ModelCapabilities;
  probe(): Promise<Probe>;
  load(options: { readonly signal: AbortSignal; readonly onProgress: (progress: LoadProgress) => void }): Promise<Result<void, ModelError>>;
  generate(
    request: GenerateRequest,
    options: { readonly signal: AbortSignal; readonly onText?: (text: string, tokens: number) => void },
  ): Promise<Result<Generation, ModelError>>;
  countTokens(text: string): Promise<number>;
  unload(): Promise<void>;
}
