/** Paths as git prints them (quote.c, `core.quotePath`): in double quotes with octal escapes as soon as a byte is not plain ASCII. */
import { byteString, fromByteString, utf8 } from "../../../src/protocol/git-objects.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  '"': '"',
  "\\": "\\",
};
const UNESCAPES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ESCAPES).map(([character, letter]) => [letter, character]),
);

/** `always`: also where git would not; it reads both. */
export function quotePath(path: string, always = false): string {
  let quoted = always;
  let out = "";
  for (const byte of byteString(utf8(path))) {
    const code = byte.charCodeAt(0);
    const escape = ESCAPES[byte];
    if (escape !== undefined) out += `\\${escape}`;
    else if (code < 0x20 || code >= 0x7f) out += `\\${code.toString(8).padStart(3, "0")}`;
    else {
      out += byte;
      continue;
    }
    quoted = true;
  }
  return quoted ? `"${out}"` : path;
}

/** Reads one name from the beginning of `text`: a quoted one, or all of it. null: not a name. */
export function unquotePath(text: string): { readonly path: string; readonly rest: string } | null {
  if (!text.startsWith('"')) return { path: text, rest: "" };
  let bytes = "";
  for (let at = 1; at < text.length;) {
    const character = text.charAt(at);
    if (character === '"') {
      const path = fromByteString(bytes);
      return path === null ? null : { path, rest: text.slice(at + 1) };
    }
    if (character !== "\\") {
      bytes += character;
      at++;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1, at + 4))?.[0];
    if (octal !== undefined) {
      bytes += String.fromCharCode(Number.parseInt(octal, 8));
      at += 4;
      continue;
    }
    const plain = UNESCAPES[text.charAt(at + 1)];
    if (plain === undefined) return null;
    bytes += plain;
    at += 2;
  }
  return null;
}
