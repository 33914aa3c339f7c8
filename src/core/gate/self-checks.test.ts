import { readdirSync, readFileSync } from "node:fs";
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

describe("the rules of SPEC.md", () => {
  const rules = [...spec.matchAll(/^- \*\*([A-Z]{2}\d+)\*\*( \(note\))?/gm)].map(([, rule = "", note]) => ({
    rule,
    isNote: note !== undefined,
  }));

  it("are each cited by a case of a gate or by a test", () => {
    const core = new URL("../", import.meta.url);
    const tests = readdirSync(core, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts"))
      .map((path) => readFileSync(new URL(path, core), "utf8"))
      .join("\n");
    const cited = new Set(SELF_CHECKS.map((check) => ruleOf(check.rule)));
    // As a test's title cites it, "[WM3] …" or "[RC8 to RC10] …", or as the value of a finding.
    for (const [, rule = ""] of tests.matchAll(/(?:["'`[]| to )([A-Z]{2}\d+)[abc]?(?=["'`\],: ])/g)) cited.add(rule);
    expect(rules.length).toBeGreaterThan(120);
    expect(rules.filter(({ rule }) => !cited.has(rule)).map(({ rule }) => rule)).toEqual([]);
  });

  it("that are notes are carried as a note by a case that cites them", () => {
    const noted = new Set(
      SELF_CHECKS.filter((check) =>
        GATES.find((gate) => gate.id === check.gate)
          ?.judge(check.evidence)
          .findings.some(({ rule, severity }) => rule === check.rule && severity === "note"),
      ).map((check) => check.rule),
    );
    expect(rules.filter(({ rule, isNote }) => isNote && !noted.has(rule)).map(({ rule }) => rule)).toEqual([]);
  });
});

describe("what a verdict says of what proves nothing", () => {
  const verdictOf = (gate: string, rule: string, expects: "accept" | "refuse") => {
    const check = SELF_CHECKS.find((each) => each.gate === gate && each.rule === rule && each.expects === expects);
    const verdict = judgeAll(check?.evidence ?? honest).find((each) => each.gate === gate)?.verdict;
    return {
      outcome: verdict?.outcome,
      reason: verdict?.reason,
      said: verdict?.findings.filter((finding) => finding.rule === rule).map(({ severity, message }) => `${severity}: ${message}`),
    };
  };

  it("[FW6] a quarantined test proves nothing, and another one still can", () => {
    const said = ["note: sometimes is quarantined: what it does proves nothing"];
    expect(verdictOf("fails-without-fix", "FW6", "refuse")).toEqual({
      outcome: "fail",
      reason: "no test of the changed files fails without the fix: nothing that was changed in them needs it",
      said,
    });
    expect(verdictOf("fails-without-fix", "FW6", "accept")).toEqual({
      outcome: "pass",
      reason: "1 test of the attempt fails without the fix",
      said,
    });
  });

  it("[MU3] a mutant that never ends is not counted as killed", () => {
    expect(verdictOf("mutation", "MU3", "accept")).toEqual({
      outcome: "pass",
      reason: "1 mutant killed, 1 never ended and counted apart",
      said: ["note: `scans.every(ran)` → `scans.some(ran)` never ends: counted apart, not as noticed"],
    });
  });

  it("[RE7] the fixer's own model may review, and its verdict says so", () => {
    const said = ["note: the reviewer is the fixer's own model"];
    expect(verdictOf("review", "RE7", "accept")).toMatchObject({ outcome: "pass", said });
    expect(verdictOf("review", "RE7", "refuse")).toMatchObject({ outcome: "unknown", said });
    expect(judgeAll(honest).find(({ gate }) => gate === "review")?.verdict.findings).toEqual([]);
  });

  it("[AB1] an unneeded hunk is found, by its place and its text", () => {
    const check = SELF_CHECKS.find((each) => each.title === "one needed hunk does not speak for the next");
    const verdict = judgeAll(check?.evidence ?? honest).find(({ gate }) => gate === "ablation")?.verdict;
    expect(verdict?.findings).toEqual([
      {
        rule: "AB1",
        severity: "error",
        path: "src/other.ts",
        line: 3,
        message: "nothing needs this hunk, and it is in another file than the ticket's (src/lock.ts): + const a = 1;",
      },
    ]);
  });

  it("[AB2] where it is not known, nothing is said to be needed", () => {
    expect(verdictOf("ablation", "AB2", "refuse")).toMatchObject({ outcome: "unknown" });
    expect(verdictOf("ablation", "AB2", "accept")).toEqual({
      outcome: "pass",
      reason: "0 hunks needed, 1 other shown",
      said: ["note: not known whether this hunk is needed"],
    });
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
