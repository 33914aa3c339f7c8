/**
 * The mark that fences data in a prompt. It is made from the data itself, so it is the same in every replay and nobody
 * who writes the data can know it beforehand: a ticket can't close its own fence.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** 16 hexadecimal digits. */
export function nonceOf(parts: readonly string[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts)))).slice(0, 16);
}

/** A seed for sampling, 31 bits: the same question asked again is another draw, a replayed run is the same one. */
export function seedOf(ticket: string, role: string, attempt: number, retry: number): number {
  return (
    Number.parseInt(bytesToHex(sha256(utf8ToBytes(JSON.stringify([ticket, role, attempt, retry])))).slice(0, 8), 16) & 0x7fffffff
  );
}
