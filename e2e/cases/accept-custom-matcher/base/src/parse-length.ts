import { toMetres, type Unit } from "./length";

/** `2.5 cm` in metres; null for anything else. */
export function parseLength(text: string): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(m|cm|in|ft)\s*$/.exec(text);
  return match ? toMetres(Number(match[1]), match[2] as Unit) : null;
}
