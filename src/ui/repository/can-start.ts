/** Why a run can't begin now, in words, or null where it can. */
import type { AppState } from "../../app/fixgate.ts";
import { isIntegrating } from "../integration/integrating.ts";

export function startBlockedBy(state: Pick<AppState, "repository" | "running" | "run" | "integration">): string | null {
  if (state.repository.kind !== "open") return "Open a repository first.";
  if (isIntegrating(state)) return "Tickets are being put together. One thing at a time.";
  if (state.running) return state.run === null ? "The run is being prepared." : "A run is under way. One run at a time.";
  switch (state.repository.dependencies.kind) {
    case "waiting":
    case "installing":
      return "The dependencies are still being unpacked.";
    case "failed":
      return "The suite can't run without its dependencies.";
    case "ready":
      return null;
  }
}
