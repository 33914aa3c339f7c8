/** From a person's choice to a backend. There is no default and no fallback: what was chosen is what answers. */
import type { ModelChoice } from "../../app/fixgate.ts";
import type { ModelBackend, ScriptedReplies } from "../../app/ports/index.ts";
import { createScriptedBackend } from "./scripted-backend.ts";

export interface ModelDeps {
  readonly replies: ScriptedReplies;
}

export function createModelBackend(choice: ModelChoice, deps: ModelDeps): ModelBackend {
  switch (choice.backend) {
    case "scripted":
      return createScriptedBackend({ replies: deps.replies });
    case "web-llm":
    case "wllama":
    case "openai-compatible":
      throw new Error(`not wired yet: ${choice.backend}`);
  }
}
