import type { AppEvent } from "./events";

export function logLine(event: AppEvent): string {
  return `${event.name} ${JSON.stringify(event.payload)}`;
}
