/** Whether it is several tickets put together that keep this tab busy, and not a run. */
import type { AppState } from "../../app/fixgate.ts";

export function isIntegrating(state: Pick<AppState, "running" | "integration">): boolean {
  return state.running && state.integration !== null && state.integration.end === null;
}
