import { foldCase } from "../vendor/fold-case";
import { COLOURS } from "./colours";
import type { Plant } from "./search";

export function label({ id, name }: Plant): string {
  return `${foldCase(name)} (${COLOURS[id] ?? "unknown"})`;
}
