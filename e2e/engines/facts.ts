/** What each engine was seen to do, kept beside the run and printed as one table: differences are looked at, not remembered. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ENGINES, type EngineName } from "./engine.ts";

export const FACTS_FOLDER = join(import.meta.dirname, "../../.cache/engines");
const fileOf = (engine: EngineName): string => join(FACTS_FOLDER, `${engine}.json`);

export type Facts = Map<string, string>;

export function keepFacts(engine: EngineName, facts: Facts): void {
  writeFileSync(fileOf(engine), JSON.stringify([...facts], null, 1));
}

export function forgetFacts(): void {
  rmSync(FACTS_FOLDER, { recursive: true, force: true });
  mkdirSync(FACTS_FOLDER, { recursive: true });
}

/** Rows that begin with "=" are always there; of the others, those in which engines differ. */
export function factsTable(): string {
  const byEngine = ENGINES.map(
    (engine): Facts =>
      new Map(existsSync(fileOf(engine)) ? (JSON.parse(readFileSync(fileOf(engine), "utf8")) as [string, string][]) : []),
  );
  const ran = byEngine.filter((facts) => facts.size > 0);
  const names = [...new Set(byEngine.flatMap((facts) => [...facts.keys()]))];
  const rows = names
    .filter((name) => name.startsWith("=") || new Set(ran.map((facts) => facts.get(name))).size > 1)
    .map((name) => [name.replace(/^=/, ""), ...byEngine.map((facts) => facts.get(name) ?? "–")]);
  const all = [["", ...ENGINES], ...rows];
  const widths = all[0]?.map((_cell, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
