import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { honest } from "./cases/honest-attempt.ts";
import { GATE_IDS } from "./gate.ts";
import { GATES, isVerified, judgeAll, judgeSafely, SELF_CHECKS } from "./index.ts";

const spec = readFileSync(new URL("./SPEC.md", import.meta.url), "utf8");
const ruleOf = (rule: string): string => (/^MU1[abc]$/.test(rule) ? "MU1" : rule);

describe("the gates' own cases", () => {
  it.each(SELF_CHECKS.map((check) => [check.rule, check.gate, check.expects, check.title, check] as const))(
    "[%s] %s: %s %s",
    (rule, id, expects, _title, check) => {
      const gate = GATES.find((each) => each.id === id);
      const verdict = gate?.judge(check.evidence);
      const accepted = verdict?.outcome === "pass" || verdict?.outcome === "not-applicable";
      expect({ accepted, reason: verdict?.reason }).toEqual({ accepted: expects === "accept", reason: verdict?.reason });
      if (expects === "refuse") expect(verdict?.findings.map((finding) => finding.rule)).toContain(rule);
    },
  );

  it("each gate accepts something and refuses something", () => {
    for (const id of GATE_IDS) {
      expect(
        SELF_CHECKS.some((check) => check.gate === id && check.expects === "accept"),
        id,
      ).toBe(true);
      expect(
        SELF_CHECKS.some((check) => check.gate === id && check.expects === "refuse"),
        id,
      ).toBe(true);
    }
  });

  it("each rule that a case cites or a verdict carries stands in SPEC.md", () => {
    const cited = new Set(SELF_CHECKS.map((check) => ruleOf(check.rule)));
    for (const check of SELF_CHECKS)
      for (const { verdict } of judgeAll(check.evidence)) for (const finding of verdict.findings) cited.add(ruleOf(finding.rule));
    expect([...cited].filter((rule) => !spec.includes(`**${rule}**`))).toEqual([]);
  });
});

describe("all gates over one attempt", () => {
  it("verifies the honest attempt", () => {
    const verdicts = judgeAll(honest);
    expect(
      verdicts.filter(({ verdict }) => verdict.outcome !== "pass").map(({ gate, verdict }) => `${gate}: ${verdict.outcome}`),
    ).toEqual(["acceptance: not-applicable"]);
    expect(isVerified(verdicts)).toBe(true);
  });

  it.each(["fail", "unknown", "not-applicable"] as const)("one gate that says %s keeps it from being verified", (outcome) => {
    for (const id of GATE_IDS) {
      const verdicts = judgeAll(honest).map((each) =>
        each.gate === id ? { ...each, verdict: { ...each.verdict, outcome } } : each,
      );
      const may = outcome === "not-applicable" && ["mutation", "ablation", "acceptance", "format", "typecheck"].includes(id);
      expect(isVerified(verdicts), id).toBe(may);
    }
    expect(isVerified(judgeAll(honest).slice(1))).toBe(false);
  });

  it("[EV6] without evidence no gate passes", () => {
    const { ticket, snapshots, fix, tests, denied } = honest;
    const bare = { ticket, snapshots, fix, tests, denied, baseline: [], baseWithTests: [], candidate: [], missing: [] };
    const passing = judgeAll(bare).filter(({ verdict }) => verdict.outcome === "pass");
    // Scope is judged from the change sets, which are no measurement.
    expect(passing.map(({ gate }) => gate)).toEqual(["scope"]);
  });

  it.each([
    ["EV3", { version: 2 }],
    ["EV4", { on: "9".repeat(40) }],
    ["EV5", { value: null }],
  ])("[%s] evidence of another version, of another snapshot or truncated is unknown", (rule, change) => {
    for (const piece of ["typecheckCandidate", "mutation", "ablation", "format", "review", "export"] as const) {
      const broken = { ...honest, [piece]: { ...honest[piece], ...change } };
      const changed = judgeAll(broken).filter(({ verdict }) => verdict.outcome === "unknown");
      expect(changed.length, piece).toBeGreaterThan(0);
      for (const { verdict } of changed) expect(verdict.findings.map((finding) => finding.rule)).toContain(rule);
    }
    for (const piece of ["baseline", "baseWithTests", "candidate"] as const) {
      const broken = { ...honest, [piece]: honest[piece].map((sealed) => ({ ...sealed, ...change })) };
      expect(
        judgeAll(broken).some(
          ({ verdict }) => verdict.outcome === "unknown" && verdict.findings.some((finding) => finding.rule === rule),
        ),
        piece,
      ).toBe(true);
    }
  });

  it("[EV8] a gate that crashes is unknown, and says whose bug it is", () => {
    const verdict = judgeSafely(
      {
        id: "suite",
        version: 1,
        question: "?",
        judge: () => {
          throw new TypeError("boom");
        },
      },
      honest,
    );
    expect(verdict).toMatchObject({
      outcome: "unknown",
      reason: expect.stringMatching(/bug of ours.*suite 1, TypeError: boom/) as string,
    });
  });

  it("rests on the digests of what it looked at", () => {
    const suite = judgeAll(honest).find(({ gate }) => gate === "suite")?.verdict;
    expect(suite?.evidence).toEqual([
      ...new Set([...honest.baseline, ...honest.candidate, honest.inspection].map((sealed) => sealed?.digest)),
    ]);
    expect(suite?.on).toBe(honest.snapshots.candidate);
  });
});
