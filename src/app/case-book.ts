/**
 * Every attempt that was made, with its evidence. "Check the checks" runs the gates' own accept and refuse cases and judges
 * the whole book again with the gates as they are now: a gate that changed its mind shows on what.
 */
import { brokenSeals } from "../core/evidence/index.ts";
import { judgeAll } from "../core/gate/index.ts";
import type { AttemptRecord } from "../core/run/index.ts";
import type { CaseBookReport } from "./fixgate.ts";
import { runSelfChecks } from "./own-cases.ts";
import type { Clock, Store } from "./ports/index.ts";

const FORMAT = "fixgate-case-book";
const VERSION = 1;

export function rejudge(records: readonly AttemptRecord[]): CaseBookReport["flipped"] {
  return records.flatMap((record) => {
    const now = new Map(judgeAll(record.evidence).map(({ gate, verdict }) => [gate, verdict.outcome]));
    return record.verdicts.flatMap(({ gate, verdict }) => {
      const is = now.get(gate) ?? "unknown";
      return is === verdict.outcome ? [] : [{ record: record.id, gate, was: verdict.outcome, is }];
    });
  });
}

export function createCaseBook(store: Store, clock: Clock) {
  return {
    async check(): Promise<CaseBookReport> {
      const records = await store.attempts();
      const from = clock.now();
      const flipped = rejudge(records);
      const tookMs = clock.now() - from;
      return { attempts: records.length, tookMs, flipped, selfChecks: runSelfChecks() };
    },
    async exportAll(): Promise<Blob> {
      const records = await store.attempts();
      return new Blob([JSON.stringify({ format: FORMAT, version: VERSION, records })], { type: "application/json" });
    },
    async importAll(file: Blob): Promise<{ added: number; refused: string[] }> {
      const refused: string[] = [];
      let added = 0;
      let parsed: unknown;
      try {
        parsed = JSON.parse(await file.text());
      } catch {
        return { added, refused: ["This file is not JSON."] };
      }
      if (!isBook(parsed)) return { added, refused: ["This is not a case book of this version."] };
      for (const record of parsed.records) {
        const reason = await addRecord(record);
        if (reason === null) added++;
        else refused.push(reason);
      }
      return { added, refused };
    },
  };

  async function addRecord(raw: unknown): Promise<string | null> {
    const record = raw as AttemptRecord;
    const formless = "A record is not in the form of an attempt.";
    try {
      const { baseline, baseWithTests, candidate } = record.evidence;
      if (typeof record.id !== "string" || ![baseline, baseWithTests, candidate].every(Array.isArray)) return formless;
      // Asked of each piece by its name: one that came without a digest is no less sealed for that.
      if (brokenSeals(record.evidence).length > 0) return `${record.id}: its evidence does not match its digests`;
      // What can't be judged again would stop the whole book from being so.
      rejudge([record]);
    } catch {
      return formless;
    }
    const known = await store.attempt(record.id);
    if (known) return `${record.id} is in the book already`;
    await store.putAttempt(record);
    return null;
  }
}

function isBook(raw: unknown): raw is { readonly records: readonly unknown[] } {
  return (
    typeof raw === "object" &&
    raw !== null &&
    "format" in raw &&
    raw.format === FORMAT &&
    "version" in raw &&
    raw.version === VERSION &&
    "records" in raw &&
    Array.isArray(raw.records)
  );
}
