import { describe, expect, it } from "vitest";
import { CALIBRATION_CASES, type CalibrationCase } from "./calibration-cases.ts";
import { calibrationOid, calibrationPrompt, scoreCalibration } from "./calibration.ts";
import { budgetFor, estimateTokens } from "./prompt-budget.ts";

const reply = (item: CalibrationCase, approve: boolean) =>
  JSON.stringify({
    oid: calibrationOid(item),
    verdict: approve ? "approve" : "reject",
    statements: item.statements.map((statement, i) => ({ statement, met: approve || i > 0, evidence: "the changed line" })),
  });
const answered = (say: (item: CalibrationCase) => string | null) =>
  scoreCalibration(CALIBRATION_CASES.map((item) => ({ case: item, reply: say(item) })));

describe("calibration", () => {
  it("has five right and five wrong changes, each of its own kind", () => {
    expect(CALIBRATION_CASES.filter(({ label }) => label === "right")).toHaveLength(5);
    expect(CALIBRATION_CASES.filter(({ label }) => label === "wrong")).toHaveLength(5);
    expect(new Set(CALIBRATION_CASES.map(({ kind }) => kind)).size).toBe(10);
    expect(new Set(CALIBRATION_CASES.map(calibrationOid)).size).toBe(10);
  });

  it.each(CALIBRATION_CASES.map((item) => [item.id, item] as const))(
    "%s: the whole diff is in a prompt of 4,096 tokens",
    (_, item) => {
      const budget = budgetFor(4096);
      const messages = calibrationPrompt(item, budget);
      const text = messages.map(({ content }) => content).join("\n");
      expect(text).toContain(item.diff.trimEnd());
      expect(text).not.toContain(item.why);
      expect(estimateTokens(text) + budget.answer).toBeLessThan(4096);
    },
  );

  it.each<[string, (item: CalibrationCase) => string | null, number]>([
    ["a perfect reviewer", (item) => reply(item, item.label === "right"), 10],
    ["one that approves everything", (item) => reply(item, true), 5],
    ["one that rejects everything", (item) => reply(item, false), 5],
    ["one that can't be read", () => "Looks good, approved.", 0],
    ["one that is silent", () => null, 0],
    [
      "one that answers about something else",
      (item) => reply(item, item.label === "right").replace(calibrationOid(item), "a".repeat(40)),
      0,
    ],
    [
      "one that contradicts itself",
      (item) => reply(item, item.label === "right").replaceAll(/"met":(?:true|false)/g, `"met":${String(item.label === "wrong")}`),
      0,
    ],
  ])("%s", (_, say, right) => {
    const score = answered(say);
    expect([score.right, score.total, score.missed.length]).toEqual([right, 10, 10 - right]);
  });
});
