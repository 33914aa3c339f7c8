/**
 * The form of a text file beside its words: BOM, line ends, final newline. A model answers in plain LF; without this, one
 * changed word in a CRLF file would be a patch of every line.
 */
import { strictUtf8, utf8 } from "../../src/protocol/git-objects.ts";

/** As git guesses: a NUL among the first 8000 bytes. Also whatever is not UTF-8, since no string can say it. */
export function textOf(bytes: Uint8Array): string | null {
  return bytes.subarray(0, 8000).includes(0) ? null : strictUtf8(bytes);
}

const BOM = "\uFEFF";

/** `text` in the form of the file it replaces: the form that all of that file had. Where a file mixes line ends, what is written decides. */
export function inFormOf(original: string | null, text: string): Uint8Array {
  if (original === null || original === "" || text === "") return utf8(text);
  let out = text;
  const crlf = original.includes("\r\n");
  const lf = /(^|[^\r])\n/.test(original);
  if (crlf && !lf) out = out.replace(/\r?\n/g, "\r\n");
  else if (lf && !crlf) out = out.replaceAll("\r\n", "\n");
  if (original.startsWith(BOM) && !out.startsWith(BOM)) out = BOM + out;
  if (!original.endsWith("\n")) out = out.replace(/\r?\n$/, "");
  else if (!out.endsWith("\n")) out += crlf && !lf ? "\r\n" : "\n";
  return utf8(out);
}
