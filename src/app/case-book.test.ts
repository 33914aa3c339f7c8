/** The case book: what was judged is judged again, and what comes from a file is believed only where its seals fit. */
import { describe, expect, it } from "vitest";
import { attempt, candidateRuns, fileOf, honest, oldTests, red } from "../core/gate/cases/honest-attempt.ts";
import { judgeAll } from "../core/gate/index.ts";
import type { AttemptEvidence } from "../core/evidence/index.ts";
import { attemptRecord } from "../core/run/attempt-record.fixture.ts";
import type { AttemptRecord } from "../core/run/index.ts";
import { createCaseBook, rejudge } from "./case-book.ts";
import { memoryStore } from "./memory-store.fixture.ts";

const recordOf = (id: string, evidence?: AttemptEvidence): AttemptRecord => attemptRecord(evidence, { id, at: 1_750_000_000_000 });
const refused = recordOf("run-1-2", attempt({ candidate: candidateRuns([fileOf([...oldTests(), red("keeps the lock")])]) }));

function emptyBook() {
  const store = memoryStore();
  let now = 1_000;
  return { store, book: createCaseBook(store, { now: () => (now += 5) }) };
}
async function bookOf(...records: readonly AttemptRecord[]) {
  const { store, book } = emptyBook();
  for (const record of records) await store.putAttempt(record);
  return { store, book };
}
/** The file that is exported, with one of its parts changed before it is read again. */
async function fileWith(change: (file: { version: unknown; records: Record<string, unknown>[] }) => void): Promise<Blob> {
  const { book } = await bookOf(recordOf("run-1-1"), refused);
  const file = JSON.parse(await (await book.exportAll()).text()) as Parameters<typeof change>[0];
  change(file);
  return new Blob([JSON.stringify(file)]);
}
const evidenceOf = (record: Record<string, unknown> | undefined) =>
  record?.["evidence"] as Record<string, Record<string, unknown>> & { candidate: { digest: string; value: { notes: string[] } }[] };

describe("a case book as a file", () => {
  it("comes back as it went out", async () => {
    const records = [recordOf("run-1-1"), refused];
    const out = await bookOf(...records);
    const file = await out.book.exportAll();
    expect(file.type).toBe("application/json");
    const back = emptyBook();
    expect(await back.book.importAll(file)).toEqual({ added: 2, refused: [] });
    expect(await back.store.attempts()).toEqual(records);
    expect(await (await back.book.exportAll()).text()).toBe(await file.text());
  });

  it("is imported once: what is there already is named and stays as it is", async () => {
    const { store, book } = await bookOf(recordOf("run-1-1"));
    const file = await fileWith(({ records: [first] }) => {
      if (first !== undefined) first["at"] = 7;
    });
    expect(await book.importAll(file)).toEqual({ added: 1, refused: ["run-1-1 is in the book already"] });
    expect(await book.importAll(file)).toEqual({
      added: 0,
      refused: ["run-1-1 is in the book already", "run-1-2 is in the book already"],
    });
    expect((await store.attempts()).map(({ id, at }) => [id, at])).toEqual([
      ["run-1-1", 1_750_000_000_000],
      ["run-1-2", 1_750_000_000_000],
    ]);
  });

  it("twice in one file is kept once", async () => {
    const { store, book } = emptyBook();
    const file = await fileWith(({ records }) => void records.push(...records.slice(0, 1)));
    expect(await book.importAll(file)).toEqual({ added: 2, refused: ["run-1-1 is in the book already"] });
    expect(await store.attempts()).toHaveLength(2);
  });

  it.each<[string, (record: Record<string, unknown> | undefined) => void]>([
    [
      "a digest was changed",
      (record) => {
        const [run] = evidenceOf(record).candidate;
        if (run !== undefined) run.digest = `sha256:${"0".repeat(64)}`;
      },
    ],
    ["a value was changed", (record) => void evidenceOf(record).candidate[0]?.value.notes.push("all is well")],
    [
      "it was moved to another snapshot",
      (record) => {
        const { mutation } = evidenceOf(record);
        if (mutation !== undefined) mutation["on"] = "9".repeat(40);
      },
    ],
    [
      "a digest was taken away",
      (record) => {
        delete evidenceOf(record)["mutation"]?.["digest"];
      },
    ],
  ])("a record whose evidence does not fit its digests is refused, the other is kept: %s", async (_how, change) => {
    const { store, book } = emptyBook();
    const file = await fileWith(({ records: [first] }) => {
      change(first);
    });
    expect(await book.importAll(file)).toEqual({ added: 1, refused: ["run-1-1: its evidence does not match its digests"] });
    expect((await store.attempts()).map(({ id }) => id)).toEqual(["run-1-2"]);
  });

  it.each<[string, (records: Record<string, unknown>[]) => void]>([
    ["null", (records) => void records.splice(0, 1, null as never)],
    [
      "without evidence",
      ([first]) => {
        delete first?.["evidence"];
      },
    ],
    [
      "without runs on base",
      ([first]) => {
        delete (evidenceOf(first) as { baseline?: unknown }).baseline;
      },
    ],
    [
      "without verdicts",
      ([first]) => {
        delete first?.["verdicts"];
      },
    ],
    [
      "with a verdict of nothing",
      ([first]) => {
        if (first !== undefined) first["verdicts"] = [{ gate: "suite", gateVersion: 1 }];
      },
    ],
  ])("what is no attempt is refused, and the book can still be judged: a record %s", async (_how, change) => {
    const { book } = emptyBook();
    const file = await fileWith(({ records }) => {
      change(records);
    });
    expect(await book.importAll(file)).toEqual({ added: 1, refused: ["A record is not in the form of an attempt."] });
    expect((await book.check()).attempts).toBe(1);
  });

  it("a file of another kind changes nothing", async () => {
    const { store, book } = emptyBook();
    expect(await book.importAll(new Blob(["{"]))).toEqual({ added: 0, refused: ["This file is not JSON."] });
    const older = await fileWith((file) => (file.version = 0));
    for (const file of [older, new Blob(["null"]), new Blob(["[]"]), new Blob(['{"format":"fixgate-case-book","version":1}'])])
      expect(await book.importAll(file)).toEqual({ added: 0, refused: ["This is not a case book of this version."] });
    expect(await store.attempts()).toEqual([]);
  });
});

describe("the book judged again", () => {
  it("says nothing where every gate still says what it said", async () => {
    const { book } = await bookOf(recordOf("run-1-1"), refused);
    const report = await book.check();
    expect(report).toMatchObject({ attempts: 2, tookMs: 5, flipped: [] });
    expect(report.selfChecks.length).toBeGreaterThan(0);
    expect(report.selfChecks.filter(({ held }) => !held)).toEqual([]);
  });

  it("lists each verdict that flipped, by record and gate, in both directions", async () => {
    const was = (record: AttemptRecord, gate: string, outcome: "pass" | "fail"): AttemptRecord => ({
      ...record,
      verdicts: record.verdicts.map((each) => (each.gate === gate ? { ...each, verdict: { ...each.verdict, outcome } } : each)),
    });
    const { book } = await bookOf(was(recordOf("run-1-1"), "mutation", "fail"), was(refused, "passes-with-fix", "pass"));
    expect((await book.check()).flipped).toEqual([
      { record: "run-1-1", gate: "mutation", was: "fail", is: "pass" },
      { record: "run-1-2", gate: "passes-with-fix", was: "pass", is: "fail" },
    ]);
  });

  it("a verdict of a gate that is no more reads unknown", () => {
    const [first] = judgeAll(honest);
    if (first === undefined) throw new Error("no gate judged");
    const record = { ...recordOf("run-1-1"), verdicts: [{ ...first, gate: "spelling" as never }] };
    expect(rejudge([record])).toEqual([{ record: "run-1-1", gate: "spelling", was: "pass", is: "unknown" }]);
  });
});
