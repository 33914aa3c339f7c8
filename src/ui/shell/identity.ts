/** How the screens name what answered and what ran the suite. "Scripted" is always said with "real gates" beside it. */
import type { ModelChoice, Settings } from "../../app/fixgate.ts";
import type { ModelIdentity, RunSubject, SandboxIdentity } from "../../core/run/index.ts";

export const SCRIPTED = "scripted replies, real gates";

export function modelChoiceName(choice: ModelChoice): string {
  switch (choice.backend) {
    case "scripted":
      return SCRIPTED;
    case "web-llm":
      return choice.model === "" ? "web-llm, no model chosen" : choice.model;
    case "wllama":
      return choice.modelUrl === "" ? "wllama, no model chosen" : (choice.modelUrl.split("/").at(-1) ?? choice.modelUrl);
    case "openai-compatible":
      return choice.model === "" ? "local server, no model chosen" : choice.model;
  }
}

export function modelName(identity: ModelIdentity): string {
  return identity.backend === "scripted" ? SCRIPTED : identity.model;
}

export function settingsModels(settings: Settings): string {
  const writer = modelChoiceName(settings.model);
  const reviewer = modelChoiceName(settings.reviewerModel);
  return writer === reviewer ? writer : `${writer}; reviewer: ${reviewer}`;
}

export function runModels(subject: RunSubject): string {
  const writer = modelName(subject.models.fixer);
  const reviewer = modelName(subject.models.reviewer);
  return writer === reviewer ? writer : `${writer}; reviewer: ${reviewer}`;
}

export function sandboxName(sandbox: SandboxIdentity["kind"]): string {
  return { embedded: "embedded", webcontainer: "WebContainer", node: "Node" }[sandbox];
}
