/**
 * A seal binds a measured value to the snapshot that it was measured on. Without it a verdict could rest on a report of
 * yesterday, or on one that was edited after it was kept.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Oid } from "../snapshot/index.ts";
import { EVIDENCE_VERSION, type AttemptEvidence, type EvidenceName, type Sealed } from "./attempt-evidence.ts";
import { canonicalJson } from "./canonical-json.ts";

/** `sha256:<hex>` of the canonical JSON of a value. */
export function digestOf(value: unknown): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalJson(value))))}`;
}

/** @param tookMs for the eye alone, not part of the digest. */
export function seal<T>(value: T, on: Oid, tookMs: number): Sealed<T> {
  return { version: EVIDENCE_VERSION, on, digest: digestOf({ version: EVIDENCE_VERSION, on, value }), value, tookMs };
}

/** Does the digest still fit what it seals? Hashes the value: asked when a record comes from outside or goes onto a receipt. */
export function isIntact(sealed: Sealed<unknown>): boolean {
  try {
    return sealed.digest === digestOf({ version: sealed.version, on: sealed.on, value: sealed.value });
  } catch {
    // What cannot be written as JSON was never sealed by us.
    return false;
  }
}

/** Pieces whose digest no longer fits, by name. Empty: all intact. */
export function brokenSeals(evidence: AttemptEvidence): readonly EvidenceName[] {
  return sealedPieces(evidence)
    .filter((piece) => !isIntact(piece.sealed))
    .map((piece) => piece.piece);
}

/** Every sealed piece there is, in a fixed order. */
export function sealedPieces(
  evidence: AttemptEvidence,
): readonly { readonly piece: EvidenceName; readonly sealed: Sealed<unknown> }[] {
  const found: { piece: EvidenceName; sealed: Sealed<unknown> }[] = [];
  for (const piece of EVIDENCE_NAMES) {
    const held = evidence[piece];
    if (held === undefined) continue;
    for (const sealed of Array.isArray(held) ? (held as readonly Sealed<unknown>[]) : [held as Sealed<unknown>])
      found.push({ piece, sealed });
  }
  return found;
}

export const EVIDENCE_NAMES = [
  "inspection",
  "baseline",
  "baseWithTests",
  "candidate",
  "typecheckBase",
  "typecheckBaseWithTests",
  "typecheckCandidate",
  "mutation",
  "ablation",
  "acceptance",
  "format",
  "review",
  "export",
] as const satisfies readonly EvidenceName[];
