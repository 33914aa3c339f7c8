/** The model behind a role. Our own small interface: phases, memory, unload and grammar matter here, tool loops do not. */
import type { Result } from "../../core/result.ts";
import type { ModelIdentity } from "../../core/run/index.ts";
import type { GenerateRequest, Generation, ModelCapabilities, ModelError } from "../../protocol/model-request.ts";

export type { GenerateRequest, Generation, ModelCapabilities, ModelError } from "../../protocol/model-request.ts";

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

export interface ModelBackend {
  readonly identity: ModelIdentity;
  readonly capabilities: ModelCapabilities;
  probe(): Promise<Probe>;
  load(options: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: LoadProgress) => void;
  }): Promise<Result<void, ModelError>>;
  generate(
    request: GenerateRequest,
    options: { readonly signal: AbortSignal; readonly onText?: (text: string, tokens: number) => void },
  ): Promise<Result<Generation, ModelError>>;
  countTokens(text: string): Promise<number>;
  unload(): Promise<void>;
}
