/**
 * Which lines differ, as ranges. One place for patch, counts and line ends, so that they can't disagree. Lines keep
 * their own ends (`\n`, `\r\n`, none), so a change of line end is a change of line.
 */
import { diffArrays } from "diff";

export interface LineRange {
  /** Half-open, 0-based: lines [aFrom, aTo) of the one stand where [bFrom, bTo) stand in the other. */
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

/** With their ends; the last may have none. "" has no line. */
export function splitLines(text: string): string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return [...lines.map((line) => `${line}\n`), ...(last === "" ? [] : [last])];
}

/** Beyond so many edits the rest is given as one range: right, only less fine, and it can't take minutes. */
const MAX_EDITS = 4000;

export function diffLines(a: readonly string[], b: readonly string[]): readonly LineRange[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const left = a.slice(head, a.length - tail);
  const right = b.slice(head, b.length - tail);
  if (left.length === 0 && right.length === 0) return [];
  const whole = { aFrom: head, aTo: head + left.length, bFrom: head, bTo: head + right.length };
  if (left.length === 0 || right.length === 0) return [whole];
  const parts = diffArrays(left, right, { maxEditLength: MAX_EDITS });
  if (parts === undefined) return [whole];
  const ranges: { aFrom: number; aTo: number; bFrom: number; bTo: number }[] = [];
  let at = head;
  let to = head;
  let open: (typeof ranges)[number] | null = null;
  for (const part of parts) {
    const length = part.value.length;
    if (!part.added && !part.removed) {
      at += length;
      to += length;
      open = null;
      continue;
    }
    if (open === null) ranges.push((open = { aFrom: at, aTo: at, bFrom: to, bTo: to }));
    if (part.removed) open.aTo = at += length;
    else open.bTo = to += length;
  }
  return ranges;
}

export function countLines(before: string, after: string): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  for (const range of diffLines(splitLines(before), splitLines(after))) {
    removed += range.aTo - range.aFrom;
    added += range.bTo - range.bFrom;
  }
  return { added, removed };
}
