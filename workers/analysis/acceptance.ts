/**
 * The ticket's own statements, looked up in the candidate tree. A pattern comes from a ticket and may be made to run for
 * ever: this is called in a worker that is ended when it takes too long, never on the page.
 */
import picomatch from "picomatch";
import type { AcceptanceReport, SuiteReport } from "../../src/core/evidence/index.ts";
import type { SnapshotFiles } from "../../src/core/snapshot/index.ts";
import { compilePattern, type AcceptanceStatement, type Ticket } from "../../src/core/ticket/index.ts";

type Outcome = AcceptanceReport["statements"][number];
type Place = Outcome["places"][number];

/** Enough to see what is meant; a bulk rewrite can leave thousands. */
const MAX_PLACES = 200;

export function checkAcceptance(ticket: Ticket, candidate: SnapshotFiles, suite: SuiteReport | null): AcceptanceReport {
  return {
    statements: ticket.acceptance.map((statement) => ({
      statement: statement.statement,
      ...outcomeOf(statement, candidate, suite),
    })),
  };
}

function outcomeOf(
  statement: AcceptanceStatement,
  candidate: SnapshotFiles,
  suite: SuiteReport | null,
): Omit<Outcome, "statement"> {
  switch (statement.kind) {
    case "prose":
      return { outcome: "for-review", places: [], reason: "in words: the reviewer judges it" };
    case "must-exist":
    case "must-not-exist": {
      const exists = candidate.entries.some((entry) => entry.path === statement.path);
      const met = exists === (statement.kind === "must-exist");
      return {
        outcome: met ? "met" : "unmet",
        places: met ? [] : [{ path: statement.path, line: 1, text: statement.path }],
        reason: `${statement.path} ${exists ? "is there" : "is not there"}`,
      };
    }
    case "must-pass": {
      if (suite === null) return { outcome: "unknown", places: [], reason: "the suite was not run" };
      const named = suite.files
        .flatMap((file) => file.tests)
        .filter((test) => [test.id, test.titles.join(" > "), test.titles.join(" "), test.titles.at(-1)].includes(statement.test));
      if (named.length === 0) return { outcome: "unmet", places: [], reason: `no test is called "${statement.test}"` };
      const red = named.filter((test) => test.state !== "pass");
      return {
        outcome: red.length === 0 ? "met" : "unmet",
        places: [],
        reason: red.length === 0 ? "it passes" : `it did not pass: ${red.map((test) => test.state).join(", ")}`,
      };
    }
    case "must-match":
    case "must-not-match":
      return matchOutcome(statement, candidate);
  }
}

function matchOutcome(
  statement: Extract<AcceptanceStatement, { kind: "must-match" | "must-not-match" }>,
  candidate: SnapshotFiles,
): Omit<Outcome, "statement"> {
  let pattern: RegExp;
  try {
    pattern = compilePattern(statement.pattern, "gm");
  } catch (error) {
    return {
      outcome: "unknown",
      places: [],
      reason: `the pattern is not a regular expression: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  const options = { dot: true };
  const included = picomatch([...(statement.paths.length > 0 ? statement.paths : ["**"])], options);
  const excluded = statement.except.length > 0 ? picomatch([...statement.except], options) : () => false;
  const places: Place[] = [];
  let searched = 0;
  for (const entry of candidate.entries) {
    if (entry.mode === "120000" || !included(entry.path) || excluded(entry.path)) continue;
    const bytes = candidate.blobs.get(entry.oid);
    if (bytes === undefined || bytes.includes(0)) continue;
    searched++;
    const text = new TextDecoder().decode(bytes);
    for (const match of text.matchAll(pattern)) {
      if (places.length >= MAX_PLACES) break;
      const line = text.slice(0, match.index).split("\n").length;
      places.push({ path: entry.path, line, text: (text.split("\n")[line - 1] ?? "").trim().slice(0, 200) });
    }
  }
  if (statement.kind === "must-not-match")
    return {
      outcome: places.length === 0 ? "met" : "unmet",
      places,
      reason: places.length === 0 ? `not found in ${String(searched)} files` : `found ${String(places.length)} times`,
    };
  // A pattern that must be found in files that don't exist was not found.
  return places.length > 0
    ? { outcome: "met", places: [], reason: `found ${String(places.length)} times` }
    : { outcome: "unmet", places: [], reason: `not found in ${String(searched)} files` };
}
