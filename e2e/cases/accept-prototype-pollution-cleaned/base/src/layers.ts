import { merge, type Settings } from "./merge";

/** Later layers win. */
export function layered(...layers: readonly string[]): Settings {
  return layers.reduce<Settings>((all, layer) => merge(all, JSON.parse(layer) as Settings), {});
}
