import { describe, expect, it } from "vitest";
import { createScriptedBackend } from "../adapters/model/scripted-backend.ts";
import { CALIBRATION_CASES } from "../core/role/calibration-cases.ts";
import { calibrationOid } from "../core/role/calibration.ts";
import { calibrateReviewer } from "./calibrate-reviewer.ts";

const clock = { now: () => Date.UTC(2026, 2, 4, 12) };
const always = (approve: boolean) =>
  createScriptedBackend({
    turnMs: 0,
    turns: 1,
    replies: (id) => {
      const item = CALIBRATION_CASES.find((one) => one.id === String(id));
      if (item === undefined) return null;
      const statements = item.statements.map((statement) => ({ statement, met: approve, evidence: "a line" }));
      return JSON.stringify({ oid: calibrationOid(item), verdict: approve ? "approve" : "reject", statements });
    },
  });

describe("calibrateReviewer", () => {
  it("asks all ten, says how far it is, and gives what the receipt needs", async () => {
    const seen: number[] = [];
    const result = await calibrateReviewer(always(true), {
      signal: new AbortController().signal,
      clock,
      onProgress: (done) => seen.push(done),
    });
    expect(result).toMatchObject({ ok: true, value: { report: { kind: "done", right: 5, total: 10, date: "2026-03-04" } } });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
  it("cancelled is no score", async () => {
    expect(await calibrateReviewer(always(true), { signal: AbortSignal.abort(), clock })).toEqual({
      ok: false,
      error: { kind: "cancelled" },
    });
  });
});
