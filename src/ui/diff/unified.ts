/**
 * A unified view of one file's change as rows: what the plain view draws. Unchanged stretches are folded, but never the
 * neighbourhood of a finding, so that no mark can point into a fold.
 */
import { diffLines, diffWordsWithSpace } from "diff";

export interface Segment {
  readonly text: string;
  readonly changed: boolean;
}

export interface Row {
  readonly kind: "same" | "added" | "removed";
  /** 1-based; null where the line isn't in that version. */
  readonly before: number | null;
  readonly after: number | null;
  readonly segments: readonly Segment[];
}

export type Block =
  { readonly kind: "rows"; readonly rows: readonly Row[] } | { readonly kind: "fold"; readonly rows: readonly Row[] };

const CONTEXT = 3;

export function rowsOf(before: string, after: string): readonly Row[] {
  const rows: Row[] = [];
  let old = 0;
  let now = 0;
  const parts = diffLines(before, after);
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    if (part === undefined) continue;
    const lines = linesOf(part.value);
    if (!part.added && !part.removed) {
      for (const text of lines) rows.push({ kind: "same", before: ++old, after: ++now, segments: [{ text, changed: false }] });
      continue;
    }
    const next = parts[at + 1];
    if (part.removed && next?.added === true) {
      const [gone, come] = pairUp(lines, linesOf(next.value));
      for (const segments of gone) rows.push({ kind: "removed", before: ++old, after: null, segments });
      for (const segments of come) rows.push({ kind: "added", before: null, after: ++now, segments });
      at++;
    } else if (part.removed)
      for (const text of lines) rows.push({ kind: "removed", before: ++old, after: null, segments: [{ text, changed: false }] });
    else for (const text of lines) rows.push({ kind: "added", before: null, after: ++now, segments: [{ text, changed: false }] });
  }
  return rows;
}

/** `marked` are lines of the version after the change. */
export function foldRows(rows: readonly Row[], marked: readonly number[]): readonly Block[] {
  const keep = new Uint8Array(rows.length);
  rows.forEach((row, index) => {
    if (row.kind === "same" && !(row.after !== null && marked.includes(row.after))) return;
    keep.fill(1, Math.max(0, index - CONTEXT), Math.min(rows.length, index + CONTEXT + 1));
  });
  const blocks: { kind: "rows" | "fold"; rows: Row[] }[] = [];
  rows.forEach((row, index) => {
    const kind = keep[index] === 1 ? "rows" : "fold";
    const last = blocks.at(-1);
    if (last?.kind === kind) last.rows.push(row);
    else blocks.push({ kind, rows: [row] });
  });
  // A fold of one line takes the room of the line.
  return blocks.map((block) => (block.kind === "fold" && block.rows.length < 2 ? { kind: "rows", rows: block.rows } : block));
}

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => line.replace(/\r$/u, ""));
}

/** Words are compared where a block replaces one of as many lines: otherwise lines that have nothing in common would be. */
function pairUp(
  gone: readonly string[],
  come: readonly string[],
): readonly [readonly (readonly Segment[])[], readonly (readonly Segment[])[]] {
  if (gone.length !== come.length) {
    const whole = (text: string) => [{ text, changed: false }];
    return [gone.map(whole), come.map(whole)];
  }
  const before: (readonly Segment[])[] = [];
  const after: (readonly Segment[])[] = [];
  gone.forEach((old, index) => {
    const parts = diffWordsWithSpace(old, come[index] ?? "");
    before.push(parts.filter((part) => !part.added).map((part) => ({ text: part.value, changed: part.removed })));
    after.push(parts.filter((part) => !part.removed).map((part) => ({ text: part.value, changed: part.added })));
  });
  return [before, after];
}
