import { overlaps, type Edit } from "./edit";

export function applyPatch(text: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.from - b.from);
  let result = "";
  let at = 0;
  for (const [index, edit] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next && overlaps(edit, next)) throw new RangeError("edits overlap");
    result += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return result + text.slice(at);
}
