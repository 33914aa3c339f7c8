/** Small parsers for the fields of a ticket. Each error names its field and what was found there. */
import { err, ok, type Result } from "../result.ts";
import { parseRepoPath, type RepoPath } from "../snapshot/index.ts";
import type { TicketError } from "./ticket-error.ts";

/** An empty `file:` in YAML is null, and means what leaving it out means. */
export function isAbsent(raw: unknown): raw is undefined | null {
  return raw === undefined || raw === null;
}

export function parseRecord(raw: unknown, field: string, what: string): Result<Readonly<Record<string, unknown>>, TicketError> {
  if (typeof raw === "object" && raw !== null && !Array.isArray(raw)) return ok(raw as Readonly<Record<string, unknown>>);
  return err({
    ...wrongType(field, "a record", raw),
    message: `${what} must be a record of fields, and is ${typeName(raw)}.`,
    advice: "Write `name: value` lines, as in `title: The cap is ignored`.",
  });
}

export function unknownKeys(record: object, known: readonly string[], field: string): TicketError | undefined {
  const key = Object.keys(record).find((name) => !known.includes(name));
  if (key === undefined) return undefined;
  const shown = JSON.stringify(key.slice(0, 60));
  return {
    kind: "unknown-key",
    key,
    ...(field === "" ? {} : { field }),
    message: `${field === "" ? "A ticket" : field} has no field ${shown}.`,
    advice: `Known are ${known.join(", ")}. Correct the name, or move the text into the body.`,
  };
}

/** One line of text: it stands in lists, in a commit's subject and in a prompt. */
export function parseText(raw: unknown, field: string, limit: number): Result<string, TicketError> {
  if (isAbsent(raw)) return err(missing(field, "Say it in one sentence."));
  if (typeof raw !== "string")
    return err({ ...wrongType(field, "a text", raw), advice: "Put quotes around it if it is meant as text." });
  const text = raw.trim();
  if (text === "") return err(missing(field, "Say it in one sentence."));
  if (text.length > limit) {
    return err({
      kind: "too-large",
      field,
      limit,
      received: text.length,
      message: `${field} has ${text.length} characters; at most ${limit} are read.`,
      advice: "Move the details into the body.",
    });
  }
  // Also the marks that reorder what is displayed: a reader and a gate must see the same text.
  if (/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(text)) {
    return err({
      kind: "bad-value",
      field,
      message: `${field} holds a line break, a control character or a mark that changes the direction of text.`,
      advice: "Write it as one line of plain text.",
    });
  }
  return ok(text);
}

export function parsePath(raw: unknown, field: string): Result<RepoPath, TicketError> {
  if (typeof raw !== "string") return err(wrongType(field, "a path", raw));
  const path = parseRepoPath(raw);
  if (path.ok) return path;
  return err({
    kind: "bad-value",
    field,
    message: `${field} is ${JSON.stringify(raw.slice(0, 120))}, which is not a path inside the repository (${path.error.reason}).`,
    advice: "Write it from the repository's root, with / between folders and without a leading / or a `..`, as in src/lock.ts.",
  });
}

export function optionalList<T>(
  raw: unknown,
  field: string,
  limit: number,
  parse: (entry: unknown, field: string) => Result<T, TicketError>,
): Result<readonly T[], TicketError> {
  if (isAbsent(raw)) return ok([]);
  if (!Array.isArray(raw))
    return err({ ...wrongType(field, "a list", raw), advice: `Write a list, even of one: \`${field}:\` and below it \`  - …\`.` });
  if (raw.length > limit) {
    return err({
      kind: "too-large",
      field,
      limit,
      received: raw.length,
      message: `${field} has ${raw.length} entries; at most ${limit} are read.`,
      advice: "Split the ticket.",
    });
  }
  const values: T[] = [];
  for (const [at, entry] of (raw as readonly unknown[]).entries()) {
    const value = parse(entry, `${field}[${at}]`);
    if (!value.ok) return value;
    values.push(value.value);
  }
  return ok(values);
}

export function missing(field: string, advice: string): TicketError {
  return { kind: "missing", field, message: `${field} is missing.`, advice };
}

export function wrongType(field: string, expected: string, raw: unknown): TicketError {
  const received = typeName(raw);
  return {
    kind: "wrong-type",
    ...(field === "" ? {} : { field }),
    expected,
    received,
    message: `${field} must be ${expected}, and is ${received}.`,
    advice:
      expected.endsWith("text") || expected.endsWith("path")
        ? "Put quotes around it if it is meant as text."
        : `Write ${expected}.`,
  };
}

function typeName(raw: unknown): string {
  if (isAbsent(raw)) return "empty";
  if (Array.isArray(raw)) return "a list";
  if (typeof raw === "object") return "a record";
  if (typeof raw === "string") return "a text";
  if (typeof raw === "number" || typeof raw === "boolean") return `the ${typeof raw} ${raw}`;
  return typeof raw;
}
