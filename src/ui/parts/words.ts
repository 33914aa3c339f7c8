/** Numbers and names as the screens word them: one place, so that 3.1 s is never also 3100ms. */
import type { GateId } from "../../core/gate/gate.ts";

export function durationOf(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms)).toString()} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60).toString()} min ${(seconds % 60).toString().padStart(2, "0")} s`;
}

export function bytesOf(bytes: number): string {
  if (bytes < 1000) return `${bytes.toString()} B`;
  const units = ["kB", "MB", "GB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit] ?? ""}`;
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

export function dateOf(epochMs: number): string {
  return new Date(epochMs).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

export function shortOid(oid: string): string {
  return oid.slice(0, 7);
}

/** `sha256:` and the first digits: enough to compare by eye; the whole stands in a title and can be copied. */
export function shortDigest(digest: string): string {
  const [algorithm, hex] = digest.split(":");
  return hex === undefined ? digest.slice(0, 12) : `${algorithm ?? ""}:${hex.slice(0, 12)}`;
}

/** "a", "a and b", "a, b and c". */
export function listOf(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? "";
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;
}

/** What a gate is called in a sentence ("stuck: whole suite and typecheck red"). Its question comes from the gate itself. */
export const GATE_NAMES: Readonly<Record<GateId, string>> = {
  scope: "in scope",
  baseline: "steady before",
  "fails-without-fix": "fails without fix",
  "passes-with-fix": "passes with fix",
  "can-fail": "can fail",
  suite: "whole suite",
  typecheck: "typecheck",
  integrity: "integrity",
  mutation: "mutation",
  ablation: "ablation",
  acceptance: "acceptance",
  format: "format",
  review: "review",
  export: "export",
};

/** A name from an older journal or a newer version is shown as it stands. */
export function gateName(id: string): string {
  return (GATE_NAMES as Readonly<Record<string, string>>)[id] ?? id;
}
