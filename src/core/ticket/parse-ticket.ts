/**
 * Tickets from the three places they come from: a Markdown file of the repository, JSON (a case, a script file), and
 * the form on the screen. What comes in is hostile; what goes out is bounded, of the right types, and has an id that is
 * safe as a file and branch name. Nothing is guessed: a key that we don't know is an error that names it, since a
 * misspelt `mustNotMatch` that is quietly ignored would be a check that nobody makes.
 */
import { err, ok, type Result } from "../result.ts";
import { parseAcceptance } from "./acceptance.ts";
import { isAbsent, missing, optionalList, parsePath, parseRecord, parseText, unknownKeys, wrongType } from "./fields.ts";
import { splitFrontMatter } from "./front-matter.ts";
import type { TicketError } from "./ticket-error.ts";
import type { AcceptanceStatement, Ticket, TicketId } from "./ticket.ts";

/** UTF-16 units. */
export const TICKET_LIMITS = {
  file: 131_072,
  id: 64,
  title: 300,
  body: 65_536,
  line: 10_000_000,
  acceptance: 50,
  touches: 50,
} as const;

const KEYS = ["id", "title", "file", "line", "acceptance", "touches"] as const;

/** `path` is said in the messages; the ticket's id stands in the file, not in its name. */
export function parseTicketFile(path: string, text: string): Result<Ticket, TicketError> {
  if (text.length > TICKET_LIMITS.file) return err(inFile(path, tooLarge("The file", TICKET_LIMITS.file, text.length)));
  const split = splitFrontMatter(text);
  if (!split.ok) return err(inFile(path, split.error));
  const fields = parseRecord(split.value.fields, "", "The front matter");
  if (!fields.ok) return err(inFile(path, fields.error));
  const stray = unknownKeys(fields.value, KEYS, "");
  if (stray !== undefined) {
    const body = stray.kind === "unknown-key" && stray.key === "body";
    return err(inFile(path, body ? { ...stray, advice: "The body is the text below the front matter." } : stray));
  }
  const ticket = parseFields(fields.value, split.value.body);
  return ticket.ok ? ticket : err(inFile(path, ticket.error));
}

/** The form of CASES.md: `{ id, title, body, file?, line?, acceptance?, touches? }`. */
export function parseTicketJson(raw: unknown): Result<Ticket, TicketError> {
  const fields = parseRecord(raw, "", "A ticket");
  if (!fields.ok) return fields;
  const stray = unknownKeys(fields.value, [...KEYS, "body"], "");
  if (stray !== undefined) return err(stray);
  const body = fields.value["body"];
  if (!isAbsent(body) && typeof body !== "string") return err(wrongType("body", "a text", body));
  return parseFields(fields.value, isAbsent(body) ? "" : body);
}

/** What the form on the screen holds: all of it text. */
export interface TypedFields {
  readonly title: string;
  readonly body: string;
  readonly file: string;
  readonly line: string;
  /** Blank entries are left out. */
  readonly acceptance: readonly string[];
}

/** All that is wrong at once, since a form is corrected at once. The id is made from the title and differs from those in `taken`. */
export function parseTypedTicket(
  typed: TypedFields,
  taken: ReadonlySet<string> = new Set(),
): Result<Ticket, readonly TicketError[]> {
  const line = typed.line.trim();
  const whole = {
    id: freeId(typed.title, taken),
    title: typed.title.trim(),
    file: typed.file.trim() === "" ? undefined : typed.file.trim(),
    line: line === "" ? undefined : /^\d{1,9}$/.test(line) ? Number(line) : line,
    acceptance: typed.acceptance.map((statement) => statement.trim()).filter((statement) => statement !== ""),
  };
  const ticket = parseFields(whole, typed.body);
  if (ticket.ok) return ticket;
  // Each field by itself beside a title that is right: the errors of the others.
  const sound = { id: whole.id, title: "sound" };
  const parts = [
    { title: whole.title },
    { file: whole.file },
    { line: whole.line },
    ...whole.acceptance.map((statement) => ({ acceptance: [statement] })),
  ];
  const errors = [...parts.map((part) => parseFields({ ...sound, ...part }, "")), parseFields(sound, typed.body)].flatMap((part) =>
    part.ok ? [] : [part.error],
  );
  return err(errors.length > 0 ? errors : [ticket.error]);
}

export function parseTicketId(raw: unknown): Result<TicketId, TicketError> {
  if (isAbsent(raw)) return err(missing("id", "Give it one such as `id: AB-7`."));
  if (typeof raw !== "string") return err(wrongType("id", "a text", raw));
  // No leading dot or dash, no "..", no trailing dot, no ".lock": what git and file systems refuse or hide.
  if (/^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9_-])){0,63}$/.test(raw) && !/\.lock$/i.test(raw)) return ok(raw as TicketId);
  return err({
    kind: "bad-value",
    field: "id",
    message: `${JSON.stringify(raw.slice(0, 80))} can't be a ticket's id.`,
    advice: `It becomes the name of a file and a branch: letters, digits, ".", "_" and "-", beginning with a letter or digit, at most ${TICKET_LIMITS.id}, not ending in ".lock".`,
  });
}

function parseFields(fields: Readonly<Record<string, unknown>>, body: string): Result<Ticket, TicketError> {
  const id = parseTicketId(fields["id"]);
  if (!id.ok) return id;
  const title = parseText(fields["title"], "title", TICKET_LIMITS.title);
  if (!title.ok) return title;
  if (body.length > TICKET_LIMITS.body) return err(tooLarge("The body", TICKET_LIMITS.body, body.length));
  if (body.includes("\0"))
    return err({
      kind: "bad-value",
      field: "body",
      message: "The body holds a NUL character.",
      advice: "Save the ticket as plain UTF-8 text.",
    });

  const file = isAbsent(fields["file"]) ? undefined : parsePath(fields["file"], "file");
  if (file?.ok === false) return file;
  const line = isAbsent(fields["line"]) ? undefined : parseLine(fields["line"]);
  if (line?.ok === false) return line;
  const acceptance = optionalList(fields["acceptance"], "acceptance", TICKET_LIMITS.acceptance, parseAcceptance);
  if (!acceptance.ok) return acceptance;
  const twice = repeated(acceptance.value);
  if (twice !== undefined) return err(twice);
  const touches = optionalList(fields["touches"], "touches", TICKET_LIMITS.touches, parsePath);
  if (!touches.ok) return touches;

  return ok({
    id: id.value,
    title: title.value,
    body: body.replace(/\r\n?/g, "\n"),
    ...(file === undefined ? {} : { file: file.value }),
    ...(line === undefined ? {} : { line: line.value }),
    acceptance: acceptance.value,
    touches: touches.value,
  });
}

function parseLine(raw: unknown): Result<number, TicketError> {
  if (typeof raw === "number" && Number.isInteger(raw) && raw >= 1 && raw <= TICKET_LIMITS.line) return ok(raw);
  if (typeof raw !== "number" && typeof raw !== "string") return err(wrongType("line", "a line number", raw));
  return err({
    kind: "bad-value",
    field: "line",
    message: `line is ${JSON.stringify(raw).slice(0, 40)}.`,
    advice: "Give a whole number from 1, without quotes, or leave it out.",
  });
}

/** The reviewer answers by statement: two that read the same could not be told apart. */
function repeated(acceptance: readonly AcceptanceStatement[]): TicketError | undefined {
  const seen = new Set<string>();
  for (const [at, { statement }] of acceptance.entries()) {
    if (seen.has(statement)) {
      return {
        kind: "bad-value",
        field: `acceptance[${at}].statement`,
        message: `The statement ${JSON.stringify(statement.slice(0, 80))} stands there twice.`,
        advice: "Word each statement differently: the review answers each by its text.",
      };
    }
    seen.add(statement);
  }
  return undefined;
}

function freeId(title: string, taken: ReadonlySet<string>): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
  const id = words === "" ? "typed" : `typed-${words}`;
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? id : `${id}-${n}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function tooLarge(what: string, limit: number, received: number): TicketError {
  return {
    kind: "too-large",
    limit,
    received,
    message: `${what} has ${received} characters; at most ${limit} are read.`,
    advice: "Shorten it: a ticket is one change, and a small model reads a few hundred words of it.",
  };
}

function inFile(path: string, error: TicketError): TicketError {
  return { ...error, message: `${path}: ${error.message}` };
}
