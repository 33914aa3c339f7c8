/**
 * Git's base 85 (base85.c), as `GIT binary patch` carries it: lines of up to 52 bytes, a letter for their number, five
 * characters for four bytes, big-endian, filled up with zeros.
 */
import { err, ok, type Result } from "../../../src/core/result.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
const VALUE = new Map(Array.from({ length: 85 }, (_, value) => [ALPHABET.charAt(value), value]));
const LINE = 52;

const lengthLetter = (n: number): string => String.fromCharCode(n <= 26 ? 64 + n : 96 + n - 26);

export function encodeBase85Lines(bytes: Uint8Array): string[] {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += LINE) {
    const chunk = bytes.subarray(at, at + LINE);
    let line = lengthLetter(chunk.length);
    for (let i = 0; i < chunk.length; i += 4) {
      let value = 0;
      for (let k = 0; k < 4; k++) value = value * 256 + (chunk[i + k] ?? 0);
      let group = "";
      for (let k = 0; k < 5; k++) {
        group = (ALPHABET[value % 85] ?? "") + group;
        value = Math.floor(value / 85);
      }
      line += group;
    }
    lines.push(line);
  }
  return lines;
}

export function decodeBase85Lines(lines: readonly string[]): Result<Uint8Array, string> {
  const out: number[] = [];
  for (const line of lines) {
    const code = line.charCodeAt(0);
    const length = code >= 65 && code <= 90 ? code - 64 : code >= 97 && code <= 122 ? code - 96 + 26 : 0;
    const groups = Math.ceil(length / 4);
    if (length === 0 || line.length !== 1 + groups * 5) return err(`a base 85 line of the wrong length: ${line.slice(0, 20)}`);
    for (let group = 0; group < groups; group++) {
      let value = 0;
      for (let k = 0; k < 5; k++) {
        const digit = VALUE.get(line.charAt(1 + group * 5 + k));
        if (digit === undefined) return err(`a character that is not base 85: ${line.slice(0, 20)}`);
        value = value * 85 + digit;
      }
      if (value > 0xffffffff) return err(`a base 85 group that is too large: ${line.slice(0, 20)}`);
      for (let k = 0; k < 4 && group * 4 + k < length; k++) out.push(Math.floor(value / 256 ** (3 - k)) % 256);
    }
  }
  return ok(Uint8Array.from(out));
}
