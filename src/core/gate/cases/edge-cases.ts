/**
 * Cases of the gates that look at the change itself, where the answer lies near the edge: names that only some file
 * systems take for one, type checks that can't be compared, statements that nobody could look up.
 */
import type { AcceptanceStatement } from "../../ticket/index.ts";
import {
  acceptanceOf,
  addsTests,
  attempt,
  fact,
  file,
  fixOf,
  honest,
  inspectionOf,
  NEW,
  oids,
  path,
  SOURCE,
  ticket,
  typecheckOf,
} from "./honest-attempt.ts";
import { seal, type TypecheckReport } from "../../evidence/index.ts";
import { casesOf, type SelfCheck } from "./self-check.ts";

const scope = casesOf("scope");
const typecheck = casesOf("typecheck");
const acceptance = casesOf("acceptance");

const added = (each: string) => ({ path: path(each), before: null, after: file("6") });
const reportOf = (on: keyof typeof oids, change: Partial<TypecheckReport>) =>
  seal({ ...typecheckOf(on).value, ...change }, oids[on], 4);
const nothingToCheck = { applicable: false };
const older = { typescript: { version: "5.9.3", from: "repository" as const } };

const namedTest = (test: string): AcceptanceStatement => ({ kind: "must-pass", statement: "the test passes", test });
const named = (test: string, outcome: "met" | "unknown", reason: string) =>
  attempt({
    ticket: { ...ticket, acceptance: [namedTest(test)] },
    acceptance: acceptanceOf({ statement: "the test passes", outcome, places: [], reason }),
  });

export const EDGE_CASES: readonly SelfCheck[] = [
  scope(
    "refuse",
    "SC6",
    "two new names that differ by case alone",
    attempt({ fix: fixOf(...honest.fix.changes, added("src/lease.ts"), added("src/Lease.ts")) }),
  ),
  scope(
    "refuse",
    "SC6",
    "the two roles add one name in two spellings",
    attempt({
      fix: fixOf(...honest.fix.changes, added("tests/fixtures/Locks.json")),
      tests: addsTests(path("tests/fixtures/locks.json")),
    }),
  ),
  scope(
    "refuse",
    "SC6",
    "a new name that collides with one that was there",
    attempt({ inspection: inspectionOf(fact("fixer", "name-collision", "src/Lock.ts", SOURCE)) }),
  ),
  scope(
    "accept",
    "SC6",
    "a rename that changes the case alone",
    attempt({ fix: fixOf({ path: SOURCE, before: file("1"), after: null }, added("src/Lock.ts")) }),
  ),

  typecheck(
    "refuse",
    "TC4",
    "base was checked and the candidate was not",
    attempt({ typecheckCandidate: reportOf("candidate", nothingToCheck) }),
  ),
  typecheck(
    "refuse",
    "TC4",
    "the candidate was checked and base was not",
    attempt({ typecheckBase: reportOf("base", nothingToCheck) }),
  ),
  typecheck(
    "accept",
    "TC4",
    "neither side has types to check",
    attempt({ typecheckBase: reportOf("base", nothingToCheck), typecheckCandidate: reportOf("candidate", nothingToCheck) }),
  ),
  typecheck("refuse", "TC5", "base was checked by an older TypeScript", attempt({ typecheckBase: reportOf("base", older) })),
  typecheck(
    "refuse",
    "TC5",
    "one side by the repository's TypeScript, the other by ours of the same version",
    attempt({ typecheckBase: reportOf("base", { typescript: { version: "6.0.3", from: "fixgate" } }) }),
  ),
  typecheck(
    "accept",
    "TC5",
    "both sides by the same older TypeScript",
    attempt({ typecheckBase: reportOf("base", older), typecheckCandidate: reportOf("candidate", older) }),
  ),
  typecheck(
    "accept",
    "TC6",
    "the fix asserts a type",
    attempt({ inspection: inspectionOf(fact("fixer", "type-assertion-added", "owner as string")) }),
  ),

  acceptance("refuse", "AC2", "nobody could tell whether it holds", named(NEW, "unknown", "the suite was not run")),
  acceptance("accept", "AC4", "the named test passes", named(NEW, "met", "it passes")),
  acceptance("refuse", "AC4", "said to be met, and the run has no such test", named("gives the lock back", "met", "it passes")),
];
