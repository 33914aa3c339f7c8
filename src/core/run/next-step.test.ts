import { describe, expect, it } from "vitest";
import type { GateId } from "../gate/gate.ts";
import { endOf, sameInARow, type Observation } from "./next-step.ts";
import type { Budget } from "./run.ts";

const budget: Budget = { attempts: 5, tokens: 1_000, wallMs: 60_000, mutants: 20 };
const use = { attempts: 1, tokens: 10, wallMs: 100 };
const seen = (...gates: readonly (readonly GateId[])[]): readonly Observation[] => gates.map((each) => ({ gates: each }));

describe("the end of a run", () => {
  it.each([
    ["nothing was judged yet", seen(), use, null],
    ["one red attempt: try again", seen(["suite"]), use, null],
    ["twice the same: try again", seen(["suite"], ["suite"]), use, null],
    [
      "three times the same, in any order: stuck",
      seen(["suite", "typecheck"], ["typecheck", "suite"], ["suite", "typecheck"]),
      use,
      { kind: "stuck", failing: ["suite", "typecheck"], observations: 3, nextAction: "investigate" },
    ],
    ["three times red, and not the same: try again", seen(["suite"], ["typecheck"], ["suite"]), use, null],
    ["one gate fewer is progress", seen(["suite", "typecheck"], ["suite", "typecheck"], ["suite"]), use, null],
    ["attempts used up: refused", seen(["suite"], ["review"]), { ...use, attempts: 5 }, { kind: "refused", failing: ["review"] }],
    [
      "stuck says more than refused",
      seen(["suite"], ["suite"], ["suite"]),
      { ...use, attempts: 5 },
      { kind: "stuck", failing: ["suite"], observations: 3, nextAction: "investigate" },
    ],
    ["tokens used up", seen(["suite"]), { ...use, tokens: 1_000 }, { kind: "over-budget", what: "tokens" }],
    ["time used up", seen(["suite"]), { ...use, wallMs: 60_000 }, { kind: "over-budget", what: "wall-clock" }],
    ["a verified attempt ends elsewhere", seen(["suite"], []), { ...use, attempts: 5 }, null],
  ] as const)("%s", (_what, observations, used, end) => {
    expect(endOf(observations, used, budget)).toEqual(end);
  });

  it("counts only what stands at the end", () => {
    expect(sameInARow(seen(["suite"], ["suite"], ["review"], ["suite"]))).toBe(1);
  });
});
