import { describe, expect, it } from "vitest";
import {
  ablationOf,
  approval,
  assertionError,
  attempt,
  candidateRuns,
  fact,
  fileOf,
  formatOf,
  honest,
  inspectionOf,
  killedMutant,
  mutationOf,
  NEW,
  OLD,
  oldTests,
  onBaseWithTests,
  path,
  red,
  reviewOf,
  SOURCE,
  STATEMENT,
  testOf,
  TESTS,
} from "../gate/cases/honest-attempt.ts";
import { SELF_CHECKS } from "../gate/cases/index.ts";
import { judgeAll } from "../gate/judge.ts";
import type { AttemptEvidence } from "../evidence/index.ts";
import { feedbackFor } from "./feedback.ts";

const told = (evidence: AttemptEvidence) => feedbackFor(judgeAll(evidence), evidence);
const SECRET = "sentinelOfTheFix";
const survivor = {
  ...killedMutant,
  state: "survived" as const,
  killedBy: [],
  original: "scans.every(ran)",
  replacement: "scans.some(ran)",
  witness: { call: "flag([true, false])", candidate: SECRET, mutant: "false", base: "false", ranBySuite: false },
};

describe("feedback", () => {
  it("a verified attempt needs none", () => {
    expect(told(honest)).toEqual({ fixer: null, testWriter: null });
  });

  it("a broken suite goes to the fixer, with both values", () => {
    const evidence = attempt({
      candidate: candidateRuns([fileOf([testOf(OLD[0]), red(OLD[1], assertionError("expected 7 to be 1")), testOf(NEW)])]),
    });
    expect(told(evidence)).toEqual({
      fixer: [
        "Your change breaks tests that passed before. Keep what they ask for:",
        "- tests/lock.test.ts: exactly one of many wins passed on base and fails: expected 7 to be 1 (expected 1, received 7)",
      ].join("\n"),
      testWriter: null,
    });
  });

  it("a test that shows nothing goes to the test-writer", () => {
    const evidence = attempt({ baseWithTests: [onBaseWithTests([fileOf([...oldTests(), testOf(NEW)])])] });
    expect(told(evidence).fixer).toBeNull();
    expect(told(evidence).testWriter).toMatch(/^Your test does not show the bug/);
  });

  it("a survivor is a question to the test-writer, and a doubt to the fixer", () => {
    expect(told(attempt({ mutation: mutationOf(survivor) }))).toEqual({
      fixer:
        "The tests do not tell these apart:\n- src/lock.ts:12: `scans.every(ran)` or `scans.some(ran)`? Make sure which one the ticket asks for.",
      testWriter:
        "Your test leaves questions open. Ask them, too:\n- What must flag([true, false]) give, by the ticket? No test asks.",
    });
  });

  it.each<[string, AttemptEvidence]>([
    ["a survivor", attempt({ mutation: mutationOf(survivor) })],
    [
      "a red new test",
      attempt({ candidate: candidateRuns([fileOf([...oldTests(), red(NEW, assertionError(`got ${SECRET}`, "1", SECRET))])]) }),
    ],
    [
      "an unneeded hunk",
      attempt({ ablation: ablationOf({ path: path("src/other.ts"), line: 1, text: SECRET, neededBy: "nothing" }) }),
    ],
    ["a hole in the types", attempt({ inspection: inspectionOf(fact("fixer", "any-added", SECRET)) })],
    ["a hand on the runner", attempt({ inspection: inspectionOf(fact("fixer", "runner-global", SECRET)) })],
    [
      "a rejection",
      attempt({
        review: reviewOf(approval({ verdict: "reject", statements: [{ statement: STATEMENT, met: false, evidence: SECRET }] })),
      }),
    ],
  ])("the test-writer stays blind: %s", (_what, evidence) => {
    expect(told(evidence).testWriter ?? "").not.toContain(SECRET);
    expect(told(evidence)).not.toEqual({ fixer: null, testWriter: null });
  });

  it("each role hears of its own files", () => {
    expect(told(attempt({ format: formatOf([SOURCE, TESTS]) }))).toEqual({
      fixer: "The repository's formatter would change:\n- src/lock.ts: prettier 3.10.1 would change src/lock.ts",
      testWriter: "The repository's formatter would change:\n- tests/lock.test.ts: prettier 3.10.1 would change tests/lock.test.ts",
    });
  });

  it("what is unknown is nobody's to put right", () => {
    expect(told(attempt({ mutation: undefined }))).toEqual({ fixer: null, testWriter: null });
  });

  it("stays short, whatever went wrong", () => {
    for (const check of SELF_CHECKS) {
      const { fixer, testWriter } = told(check.evidence);
      expect((fixer ?? "").length).toBeLessThanOrEqual(1_201);
      expect((testWriter ?? "").length).toBeLessThanOrEqual(1_201);
    }
    const many = attempt({
      candidate: candidateRuns([
        fileOf(Array.from({ length: 500 }, (_, index) => red(`test ${String(index)} ${"long ".repeat(80)}`))),
      ]),
    });
    expect((told(many).fixer ?? "").length).toBeLessThanOrEqual(1_201);
  });
});
