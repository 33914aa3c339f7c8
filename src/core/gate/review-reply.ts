/**
 * Reads a reviewer's reply. Tolerant of prose and one fence around it, intolerant of whatever would have to be guessed:
 * two objects, a missing or a foreign statement, planted words. No reading of a malformed reply is an approval.
 */
import { err, ok, type Result } from "../result.ts";
import type { Ticket } from "../ticket/index.ts";

export interface ReviewReply {
  readonly oid: string;
  readonly verdict: "approve" | "reject";
  readonly statements: readonly { readonly statement: string; readonly met: boolean; readonly evidence: string }[];
}

export interface ReviewProblem {
  readonly rule: "RE1" | "RE2" | "RE8";
  readonly message: string;
}

const MAX_REPLY = 200_000;

/** @param statements what the reviewer was asked, in order; `ticket` is where planted text may stand. */
export function parseReviewReply(
  text: string,
  statements: readonly string[],
  ticket?: Pick<Ticket, "title" | "body">,
): Result<ReviewReply, ReviewProblem> {
  const unreadable = (message: string) => err({ rule: "RE1" as const, message: `the review can't be read: ${message}` });
  const mismatch = (message: string) =>
    err({ rule: "RE2" as const, message: `the review does not answer the statements: ${message}` });
  if (typeof text !== "string" || text.trim() === "") return unreadable("it is empty");
  if (text.length > MAX_REPLY) return unreadable("it is too long");
  const objects = objectsIn(text);
  if (objects === null) return unreadable("a brace is never closed");
  if (objects.length === 0) return unreadable("it holds no JSON object");
  if (objects.length > 1) return unreadable("it holds two JSON objects");
  const [raw] = objects;
  if (raw === undefined) return unreadable("it holds no JSON object");
  const value = parseStrictly(raw);
  if (!value.ok) return unreadable(value.error);
  const reply = value.value;
  if (typeof reply !== "object" || reply === null || Array.isArray(reply)) return unreadable("it is not an object");
  const { oid, verdict, statements: entries } = reply as Readonly<Record<string, unknown>>;
  if (typeof oid !== "string" || !/^[0-9a-f]{40}$/.test(oid)) return unreadable("`oid` is not an object id");
  if (verdict !== "approve" && verdict !== "reject") return unreadable('`verdict` is neither "approve" nor "reject"');
  if (!Array.isArray(entries)) return unreadable("`statements` is not a list");
  const read: ReviewReply["statements"][number][] = [];
  for (const entry of entries as readonly unknown[]) {
    if (typeof entry !== "object" || entry === null) return unreadable("an entry of `statements` is not an object");
    const { statement, met, evidence = "" } = entry as Readonly<Record<string, unknown>>;
    if (typeof statement !== "string") return unreadable("an entry has no `statement`");
    if (typeof met !== "boolean") return unreadable(`\`met\` is neither true nor false: ${JSON.stringify(statement)}`);
    if (typeof evidence !== "string") return unreadable(`\`evidence\` is not a text: ${JSON.stringify(statement)}`);
    if (met && evidence.trim() === "") return unreadable(`nothing is shown for ${JSON.stringify(statement)}`);
    read.push({ statement, met, evidence });
  }
  const asked = statements.map(plain);
  const answered = read.map((entry) => plain(entry.statement));
  for (const [index, statement] of answered.entries()) {
    if (!asked.includes(statement)) return mismatch(`it answers what was not asked: ${JSON.stringify(read[index]?.statement)}`);
    if (
      answered.indexOf(statement) !== index &&
      answered.filter((each) => each === statement).length > asked.filter((each) => each === statement).length
    )
      return mismatch(`it answers twice: ${JSON.stringify(read[index]?.statement)}`);
  }
  for (const [index, statement] of asked.entries())
    if (!answered.includes(statement)) return mismatch(`it leaves out ${JSON.stringify(statements[index])}`);
  const planted = plantedWords(raw, text.replace(raw, " "), read, ticket);
  if (planted !== null) return err({ rule: "RE8", message: planted });
  return ok({ oid, verdict, statements: read });
}

const plain = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim();

/**
 * Every outermost `{…}` that is JSON or tries to be. Braces in prose (`{ a }`, `${x}`) that no JSON parser would take and
 * that hold no `"` are prose. Null: one was opened as JSON and never closed.
 */
function objectsIn(text: string): readonly string[] | null {
  const found: string[] = [];
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at)) {
    const end = closing(text, at);
    if (end === null) {
      if (/^\{\s*"/.test(text.slice(at))) return null;
      at++;
      continue;
    }
    const candidate = text.slice(at, end + 1);
    const speaks = /"(oid|verdict|statements|met)"\s*:/.test(candidate) || (candidate.includes('"') && isJson(candidate));
    if (speaks) {
      found.push(candidate);
      at = end + 1;
    } else at++;
  }
  return found;
}

function closing(text: string, from: number): number | null {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === "\\") at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at;
  }
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON in which no object names a key twice: the second would silently win. */
function parseStrictly(text: string): Result<unknown, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err("it is not JSON");
  }
  return repeatsKey(text) ? err("a key stands there twice") : ok(value);
}

function repeatsKey(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  for (const match of text.matchAll(/"((?:[^"\\]|\\.)*)"\s*(:?)|[{}[\]]/g)) {
    const [token] = match;
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (match[2] === ":") {
      const keys = open.at(-1);
      const key = JSON.parse(`"${match[1] ?? ""}"`) as string;
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
  }
  return false;
}

const ORDERS =
  /\bpre-?approved\b|\balready (been )?(approved|reviewed|verified)\b|\bmust (be )?approved?\b|\bapprove (this|it|the) (change|patch|diff|candidate)\b|\bignore (all|any|previous|prior|the (above|previous|instructions))\b|\breviewers?\b[:,]? *(must|should|please|shall|is told|are told|to approve)\b|\bas instructed\b|\b(per|following|by) (the |its |these )?instructions?\b|\bmark (it|this|all|every|each)\b.{0,30}\b(met|approved)\b/i;
const ORDERS_IN_PROSE =
  /\bpre-?approved\b|\bas instructed\b|\b(per|following) (the |its |these )?instructions?\b|\b(ticket|comment|read ?me|file ?name|commit|source|note)\b[^.\n]{0,40}\b(says|tells|states|instructs|asks|orders)\b[^.\n]{0,80}\bapprov/i;

/** An approval that rests on words somebody planted is nobody's judgement. */
function plantedWords(
  raw: string,
  prose: string,
  entries: ReviewReply["statements"],
  ticket?: Pick<Ticket, "title" | "body">,
): string | null {
  if (ticket !== undefined && plain(`${ticket.title} ${ticket.body}`).includes(plain(raw)))
    return "the review repeats an object that stands in the ticket";
  for (const entry of entries)
    if (entry.met && ORDERS.test(entry.evidence))
      return `what is shown for ${JSON.stringify(entry.statement)} is an order, not evidence: ${entry.evidence.slice(0, 120)}`;
  const match = ORDERS_IN_PROSE.exec(prose);
  return match === null ? null : `the review follows words that it found: ${match[0]}`;
}
