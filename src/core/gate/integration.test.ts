import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seal } from "../evidence/index.ts";
import { oidOf } from "../snapshot/index.ts";
import type { TicketId } from "../ticket/index.ts";
import {
  assertionError,
  fileOf,
  formatOf,
  NEW,
  OLD,
  oids,
  oldTests,
  path,
  red,
  SOURCE,
  suiteOf,
  testOf,
  TESTS,
  typecheckOf,
} from "./cases/honest-attempt.ts";
import {
  judgeIntegration,
  nextCulpritProbe,
  suspectsIn,
  type ConvergedTicket,
  type CulpritProbe,
  type IntegrationEvidence,
} from "./integration.ts";

const id = (name: string) => name as TicketId;
const merged = oids.candidate;
const ticketOf = (name: string, change: Partial<ConvergedTicket> = {}): ConvergedTicket => ({
  ticket: id(name),
  paths: [SOURCE],
  newTests: [],
  goneTests: [],
  ...change,
});
const green: IntegrationEvidence = {
  base: oids.base,
  merged,
  tickets: [ticketOf("LB-1", { newTests: [testOf(NEW).id] }), ticketOf("LB-2")],
  conflicts: [],
  baseline: [seal(suiteOf([fileOf(oldTests())]), oids.base, 1)],
  suite: seal(suiteOf([fileOf([...oldTests(), testOf(NEW)])]), merged, 1),
  typecheckBase: typecheckOf("base"),
  typecheck: typecheckOf("candidate"),
  format: formatOf([]),
};
const suite = (...tests: Parameters<typeof fileOf>[0]) => ({ ...green, suite: seal(suiteOf([fileOf(tests)]), merged, 1) });

describe("the merged tree", () => {
  it("is green", () => {
    expect(judgeIntegration(green)).toMatchObject({ outcome: "pass", reason: "2 tickets green together", on: merged });
  });

  it.each<[string, string, IntegrationEvidence, RegExp]>([
    [
      "IG1",
      "fail",
      { ...green, merged: null, conflicts: [{ path: SOURCE, between: [id("LB-1"), id("LB-2")], lines: [12, 14] }] },
      /LB-1 and LB-2 both change src\/lock.ts, lines 12 to 14/,
    ],
    [
      "IG2",
      "fail",
      suite(testOf(OLD[0]), red(OLD[1], assertionError("expected 7 to be 1")), testOf(NEW)),
      /exactly one of many wins passed on base and is red .*expected 7 to be 1/,
    ],
    ["IG2", "fail", suite(...oldTests()), /keeps the lock of the next owner is LB-1's and is gone/],
    ["IG2", "fail", suite(...oldTests(), testOf(NEW, { state: "skip" })), /is skip/],
    [
      "IG3",
      "fail",
      { ...green, typecheck: typecheckOf("candidate", [{ code: 2304, message: "Cannot find name 'x'.", path: SOURCE, line: 3 }]) },
      /TS2304/,
    ],
    ["IG4", "fail", { ...green, format: formatOf([SOURCE]) }, /src\/lock.ts \(LB-1, LB-2\)/],
    ["IG5", "unknown", { ...green, suite: seal(suiteOf([fileOf(oldTests())]), oids.base, 1) }, /another tree/],
    ["IG5", "unknown", { ...green, baseline: [] }, /no suite run on base/],
  ])("[%s] %s", (rule, outcome, evidence, reason) => {
    const verdict = judgeIntegration(evidence);
    expect(verdict.outcome).toBe(outcome);
    expect(verdict.reason).toMatch(reason);
    expect(verdict.findings.map((finding) => finding.rule)).toContain(rule);
  });

  it("[IG2] old red stays old, a test that a ticket took out may be gone", () => {
    const old = red("old");
    const evidence = {
      ...suite(testOf(OLD[0]), testOf(NEW), old),
      baseline: [seal(suiteOf([fileOf([...oldTests(), old])]), oids.base, 1)],
      tickets: [ticketOf("LB-1", { newTests: [testOf(NEW).id], goneTests: [testOf(OLD[1]).id] })],
    };
    expect(judgeIntegration(evidence).outcome).toBe("pass");
  });

  it("suspects those that touched what a finding names", () => {
    const findings = [{ rule: "IG2", message: "", path: path("src/b.ts"), severity: "error" as const }];
    expect(suspectsIn(findings, [ticketOf("A"), ticketOf("B", { paths: [path("src/b.ts"), TESTS] })])).toEqual(["B"]);
  });
});

const twelve = Array.from({ length: 12 }, (_, index) => id(`LB-${String(index + 1)}`));

/** Runs the search against a world in which a set is red when it holds all tickets of one of `reasons`. */
function search(tickets: readonly TicketId[], reasons: readonly (readonly TicketId[])[], suspects: readonly TicketId[] = []) {
  const results: CulpritProbe[] = [];
  const isRed = (kept: readonly TicketId[]) => reasons.some((reason) => reason.every((ticket) => kept.includes(ticket)));
  for (;;) {
    const plan = nextCulpritProbe(tickets, results, suspects);
    if (plan.kind !== "probe") return { plan, runs: results.length, isRed };
    expect(results.some((probe) => probe.kept.join() === plan.keep.join())).toBe(false);
    results.push({ kept: plan.keep, outcome: isRed(plan.keep) ? "red" : "green" });
  }
}

describe("the search for the culprit", () => {
  it.each(twelve.map((culprit) => [culprit] as const))(
    "finds %s among twelve in at most five runs, and sees the other eleven green",
    (culprit) => {
      const { plan, runs } = search(twelve, [[culprit]]);
      expect(plan).toEqual({ kind: "found", culprits: [culprit], green: twelve.filter((ticket) => ticket !== culprit) });
      expect(runs).toBeLessThanOrEqual(5);
    },
  );

  it("needs one run where the first suspect is the one", () => {
    expect(search(twelve, [[id("LB-7")]], [id("LB-7"), id("LB-2")]).runs).toBe(1);
  });

  it("a wrong suspect costs one run", () => {
    expect(search(twelve, [[id("LB-3")]], [id("LB-7")]).runs).toBeLessThanOrEqual(6);
  });

  it("two that are red only together: one of them is left out", () => {
    const { plan } = search(twelve, [[id("LB-3"), id("LB-9")]]);
    expect(plan).toMatchObject({ kind: "found", culprits: ["LB-9"] });
  });

  it("whatever the world: what is left is green, and nothing is left out for nothing", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16 }),
        fc.array(fc.array(fc.nat(15), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(15), { maxLength: 2 }),
        (size, raw, guesses) => {
          const tickets = Array.from({ length: size }, (_, index) => id(`T${String(index)}`));
          const reasons = raw.map((reason) => reason.map((index) => tickets[index % size] ?? id("T0")));
          const { plan, runs, isRed } = search(tickets, reasons, [
            ...new Set(guesses.map((index) => tickets[index % size] ?? id("T0"))),
          ]);
          if (plan.kind !== "found") throw new Error(plan.kind);
          expect(isRed(plan.green)).toBe(false);
          for (const culprit of plan.culprits) expect(isRed([...plan.green, culprit])).toBe(true);
          expect(runs).toBeLessThanOrEqual(plan.culprits.length * (Math.ceil(Math.log2(size)) + 1) + 1);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("an unknown run ends the search", () => {
    expect(nextCulpritProbe(twelve, [{ kept: twelve.slice(0, 6), outcome: "unknown" }])).toMatchObject({ kind: "unknown" });
  });
});

it("evidence is of the trees that it says", () => {
  expect(judgeIntegration({ ...green, merged: oidOf("9".repeat(40)) }).outcome).toBe("unknown");
});
