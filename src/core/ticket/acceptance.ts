/** One acceptance statement, from a bare sentence or from a record whose one `must…` key says how it is checked. */
import { err, ok, type Result } from "../result.ts";
import { isAbsent, missing, optionalList, parsePath, parseRecord, parseText, unknownKeys, wrongType } from "./fields.ts";
import { compilePattern } from "./pattern.ts";
import type { TicketError } from "./ticket-error.ts";
import type { AcceptanceStatement } from "./ticket.ts";

export const ACCEPTANCE_LIMITS = { statement: 500, pattern: 500, globs: 50, glob: 256, test: 1_000 } as const;

const CHECKS = ["mustMatch", "mustNotMatch", "mustExist", "mustNotExist", "mustPass"] as const;
const PATTERNS: readonly (typeof CHECKS)[number][] = ["mustMatch", "mustNotMatch"];

export function parseAcceptance(raw: unknown, field: string): Result<AcceptanceStatement, TicketError> {
  if (typeof raw === "string") {
    const statement = parseText(raw, field, ACCEPTANCE_LIMITS.statement);
    return statement.ok ? ok({ kind: "prose", statement: statement.value }) : statement;
  }
  const entry = parseRecord(raw, field, field);
  if (!entry.ok) return entry;
  const record = entry.value;
  const stray = unknownKeys(record, ["statement", ...CHECKS, "paths", "except"], field);
  if (stray !== undefined) return err(stray);
  const text = parseText(record["statement"], `${field}.statement`, ACCEPTANCE_LIMITS.statement);
  if (!text.ok) return text;
  const statement = text.value;

  const [check, second] = CHECKS.filter((name) => !isAbsent(record[name]));
  if (second !== undefined) {
    return err({
      kind: "bad-value",
      field,
      message: `${field} has both ${String(check)} and ${second}.`,
      advice: "One statement, one check: write the second as a statement of its own.",
    });
  }
  if (check === undefined || !PATTERNS.includes(check)) {
    const loose = ["paths", "except"].find((name) => !isAbsent(record[name]));
    if (loose !== undefined) {
      return err({
        kind: "bad-value",
        field: `${field}.${loose}`,
        message: `${field} has ${loose}, and no pattern to look for there.`,
        advice: "Add mustMatch or mustNotMatch, or leave it out.",
      });
    }
  }
  if (check === undefined) return ok({ kind: "prose", statement });

  const value = record[check];
  const place = `${field}.${check}`;
  switch (check) {
    case "mustExist":
    case "mustNotExist": {
      const path = parsePath(value, place);
      return path.ok ? ok({ kind: check === "mustExist" ? "must-exist" : "must-not-exist", statement, path: path.value }) : path;
    }
    case "mustPass": {
      const test = parseText(value, place, ACCEPTANCE_LIMITS.test);
      return test.ok ? ok({ kind: "must-pass", statement, test: test.value }) : test;
    }
    case "mustMatch":
    case "mustNotMatch": {
      const pattern = parsePattern(value, place);
      if (!pattern.ok) return pattern;
      const paths = optionalList(record["paths"], `${field}.paths`, ACCEPTANCE_LIMITS.globs, parseGlob);
      if (!paths.ok) return paths;
      if (paths.value.length === 0) return err(missing(`${field}.paths`, 'Say where to look, as in `paths: ["src/**"]`.'));
      const except = optionalList(record["except"], `${field}.except`, ACCEPTANCE_LIMITS.globs, parseGlob);
      if (!except.ok) return except;
      const kind = check === "mustMatch" ? "must-match" : "must-not-match";
      return ok({ kind, statement, pattern: pattern.value, paths: paths.value, except: except.value });
    }
  }
}

/** Compiled here to know that it can be, and never run here. The bound keeps compilation small, not matching: see pattern.ts. */
function parsePattern(raw: unknown, field: string): Result<string, TicketError> {
  if (typeof raw !== "string") return err(wrongType(field, "a regular expression as text", raw));
  if (raw === "") return err(missing(field, "Write the regular expression without slashes around it."));
  if (raw.length > ACCEPTANCE_LIMITS.pattern) {
    return err({
      kind: "too-large",
      field,
      limit: ACCEPTANCE_LIMITS.pattern,
      received: raw.length,
      message: `${field} has ${raw.length} characters; at most ${ACCEPTANCE_LIMITS.pattern} are compiled.`,
      advice: "Split it into several statements.",
    });
  }
  try {
    compilePattern(raw);
    return ok(raw);
  } catch (cause) {
    return err({
      kind: "bad-value",
      field,
      message: `${field} is not a regular expression: ${cause instanceof Error ? cause.message.slice(0, 200) : String(cause)}`,
      advice: "It is read as JavaScript's, with the flag m. In YAML single quotes keep backslashes as they are.",
    });
  }
}

function parseGlob(raw: unknown, field: string): Result<string, TicketError> {
  const glob = parseText(raw, field, ACCEPTANCE_LIMITS.glob);
  if (!glob.ok) return glob;
  if (glob.value.startsWith("/") || glob.value.split("/").includes("..")) {
    return err({
      kind: "bad-value",
      field,
      message: `${field} leaves the repository: ${JSON.stringify(glob.value)}.`,
      advice: "Write globs from the repository's root, as in src/**/*.ts.",
    });
  }
  return glob;
}
