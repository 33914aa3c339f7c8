/**
 * From a person's choice to a backend. There is no default and no fallback: what was chosen is what answers. The same
 * choice for two roles is the same backend, so that its weights are held once.
 */
import wllamaWasm from "@wllama/wllama/esm/wasm/wllama.wasm?url";
import type { ModelChoice, ModelListing } from "../../app/fixgate.ts";
import type { ModelBackend, ScriptedReplies } from "../../app/ports/index.ts";
import { unreachable } from "../../core/result.ts";
import { createOpenAiCompatibleBackend } from "./openai-compatible-backend.ts";
import { createScriptedBackend } from "./scripted-backend.ts";
import { createWebLlmBackend, webLlmModelList } from "./web-llm-backend.ts";
import { createWllamaBackend } from "./wllama-backend.ts";

export interface ModelDeps {
  /** A fresh worker of workers/model/model.ts. */
  readonly worker: () => Worker;
  /** Asked before a repository's text is sent to an address that is not this computer's. */
  readonly mayLeaveComputer?: (origin: string) => boolean;
}

export type ModelFactory = (choice: ModelChoice, replies: ScriptedReplies) => ModelBackend;

export function createModelFactory(deps: ModelDeps): ModelFactory {
  const held = new Map<string, ModelBackend>();
  return (choice, replies) => {
    if (choice.backend === "scripted") return createScriptedBackend({ replies });
    const key = JSON.stringify(choice);
    const known = held.get(key) ?? createRealBackend(choice, deps);
    held.set(key, known);
    return known;
  };
}

function createRealBackend(choice: Exclude<ModelChoice, { readonly backend: "scripted" }>, deps: ModelDeps): ModelBackend {
  switch (choice.backend) {
    case "web-llm":
      return createWebLlmBackend({ model: choice.model, worker: deps.worker });
    case "wllama":
      return createWllamaBackend({ modelUrl: choice.modelUrl, wasmUrl: wllamaWasm });
    case "openai-compatible":
      return createOpenAiCompatibleBackend({
        baseUrl: choice.baseUrl,
        model: choice.model,
        origin: globalThis.location.origin,
        ...(deps.mayLeaveComputer === undefined ? {} : { mayLeaveComputer: deps.mayLeaveComputer }),
      });
    default:
      return unreachable(choice);
  }
}

export const listModels = (): Promise<readonly ModelListing[]> => webLlmModelList();
