/**
 * Lays SEARCH/REPLACE blocks over a file's text. Each SEARCH must occur exactly once in the file as it was; nothing is
 * matched "nearly", so an edit never lands in a place that nobody named.
 */
import { err, ok, type Result } from "../result.ts";
import type { EditError, Replacement } from "./edits.ts";

interface Located {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly block: number;
}

/**
 * LF in a block matches CRLF in the file, and what is put in takes the line ends of the place it goes to. White space at
 * the end of a line counts. All blocks are looked up in `original`, so their order does not matter.
 */
export function applyReplacements(original: string, blocks: readonly Replacement[], path?: string): Result<string, EditError> {
  const at = path === undefined ? {} : { path };
  const name = path ?? "the file";
  const { text, removed } = withoutCarriageReturns(original);
  const toOriginal = (position: number) => position + countBelow(removed, position);
  const fileEnding = dominantEnding(original);
  const located: Located[] = [];
  for (const [index, block] of blocks.entries()) {
    const number = index + 1;
    const search = block.search.replace(/\r\n/g, "\n");
    if (search === "") return err({ kind: "empty-search", message: `Block ${String(number)} searches for nothing.`, ...at });
    const hits = occurrences(text, search);
    const [first] = hits;
    if (first === undefined)
      return err({
        kind: "search-not-found",
        message: `Block ${String(number)}: its SEARCH text does not occur in ${name}.${nearMiss(text, search)}`,
        ...at,
      });
    if (hits.length > 1)
      return err({
        kind: "search-not-unique",
        message: `Block ${String(number)}: its SEARCH text occurs ${String(hits.length)} times in ${name} (lines ${hits
          .slice(0, 8)
          .map((hit) => lineOf(text, hit))
          .join(", ")}). Add lines around it until it occurs once.`,
        ...at,
      });
    let end = first + search.length;
    const replace = block.replace.replace(/\r\n/g, "\n");
    // Whole lines replaced by nothing take their line end with them.
    const wholeLines = (first === 0 || text[first - 1] === "\n") && text[end] === "\n";
    if (replace === "" && wholeLines) end += 1;
    const from = toOriginal(first);
    // A match may end just before the "\n" of a "\r\n"; the removed "\r" then stays with its line end.
    const to = toOriginal(end);
    const ending = dominantEnding(original.slice(from, to)) ?? fileEnding ?? "\n";
    located.push({ start: from, end: to, text: replace.replaceAll("\n", ending), block: number });
  }
  located.sort((a, b) => a.start - b.start);
  let result = "";
  let last = 0;
  let previous = 0;
  for (const piece of located) {
    if (piece.start < last)
      return err({
        kind: "overlapping-blocks",
        message: `Blocks ${String(previous)} and ${String(piece.block)} change the same lines of ${name}. Make one block of them.`,
        ...at,
      });
    result += original.slice(last, piece.start) + piece.text;
    last = piece.end;
    previous = piece.block;
  }
  result += original.slice(last);
  if (result === original) return err({ kind: "no-change", message: `The blocks for ${name} change nothing.`, ...at });
  return ok(result);
}

/** A whole file as a reply has it, with the line ends and the byte order mark of the file that it replaces. */
export function withFormOf(original: string | null, text: string): string {
  if (original === null) return text;
  const mark = original.startsWith("\uFEFF") && !text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const body = dominantEnding(original) === "\r\n" ? text.replace(/\r?\n/g, "\r\n") : text;
  const bare = original !== "" && !original.endsWith("\n") ? body.replace(/\r?\n$/, "") : body;
  return mark + bare;
}

/** Positions, in the text without them, before which a carriage return of a "\r\n" was left out. */
function withoutCarriageReturns(original: string): { readonly text: string; readonly removed: readonly number[] } {
  const removed: number[] = [];
  const text = original.replace(/\r\n/g, (_, offset: number) => {
    removed.push(offset - removed.length);
    return "\n";
  });
  return { text, removed };
}

/** How many carriage returns were left out before `position`; one at the very position is still ahead. */
function countBelow(removed: readonly number[], position: number): number {
  let low = 0;
  let high = removed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((removed[middle] ?? Infinity) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function dominantEnding(text: string): "\r\n" | "\n" | null {
  const crlf = text.split("\r\n").length - 1;
  const lf = text.split("\n").length - 1 - crlf;
  if (crlf + lf === 0) return null;
  return crlf > lf ? "\r\n" : "\n";
}

function occurrences(text: string, search: string): readonly number[] {
  const hits: number[] = [];
  for (let at = text.indexOf(search); at >= 0; at = text.indexOf(search, at + 1)) hits.push(at);
  return hits;
}

const lineOf = (text: string, position: number) => String(text.slice(0, position).split("\n").length);

/** Where the text stands but for white space, it is quoted as it is, for a second try. */
function nearMiss(text: string, search: string): string {
  const lines = text.split("\n");
  const wanted = search.split("\n").map((line) => line.trim());
  if (wanted.length > 40 || wanted.every((line) => line === "")) return "";
  const starts = lines.flatMap((_, i) => (wanted.every((line, k) => lines[i + k]?.trim() === line) ? [i] : []));
  const [start] = starts;
  if (start === undefined || starts.length > 1) return " Copy it exactly as it stands there, white space included.";
  return ` But for white space it stands on line ${String(start + 1)}:\n${lines.slice(start, start + wanted.length).join("\n")}`;
}
