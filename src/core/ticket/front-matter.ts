/**
 * Splits a Markdown file into its front matter, as plain data, and its body. The YAML comes from strangers: its size is
 * bounded before it is parsed, and anchors, aliases and tags are refused, so that no text grows when it is read and no
 * value is anything but a string, number, boolean, null, list or record.
 */
import { isAlias, isCollection, isNode, isPair, parseAllDocuments, visit, type Document } from "yaml";
import { err, ok, type Result } from "../result.ts";
import type { TicketError } from "./ticket-error.ts";

export interface FrontMatter {
  readonly fields: unknown;
  readonly body: string;
}

/** UTF-16 units; a front matter of 30 acceptance statements is about 4,000. */
export const MAX_FRONT_MATTER = 16_384;
const MAX_LINES = 600;
const MAX_LINE = 2_000;
/** Brackets and braces that may stand open at one place. */
const MAX_OPEN = 16;
/**
 * `- `, `? ` and `: ` in one line. Each may open a block one column deeper, and the parser compiles a regular
 * expression of a column's width: a line of a few thousand dashes was seen to end the whole process, out of memory.
 */
const MAX_INDICATORS = 24;

const SHAPE = "Begin the file with a line `---`, then id and title, then a line `---`, then the text of the ticket.";

export function splitFrontMatter(text: string): Result<FrontMatter, TicketError> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  if (lines[0]?.trimEnd() !== "---") {
    return err({ kind: "no-front-matter", message: "The file does not begin with a front matter.", advice: SHAPE });
  }
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---");
  if (end === -1) {
    return err({ kind: "no-front-matter", message: "The front matter has no end: no second line is `---`.", advice: SHAPE });
  }
  const yaml = lines.slice(1, end).join("\n");
  if (yaml.length > MAX_FRONT_MATTER) {
    return err({
      kind: "too-large",
      limit: MAX_FRONT_MATTER,
      received: yaml.length,
      message: `The front matter has ${yaml.length} characters; at most ${MAX_FRONT_MATTER} are read.`,
      advice: "Move the prose below the front matter, into the body.",
    });
  }
  const fields = parseYaml(yaml);
  if (!fields.ok) return fields;
  return ok({ fields: fields.value, body: trimBlankLines(lines.slice(end + 1).join("\n")) });
}

function parseYaml(yaml: string): Result<unknown, TicketError> {
  const shape = refusedShape(yaml);
  if (shape !== undefined) return err(shape);
  let documents: readonly Document.Parsed[];
  try {
    // The core schema has no timestamps, binary, sets or merge keys.
    const parsed = parseAllDocuments(yaml, {
      version: "1.2",
      schema: "core",
      strict: true,
      uniqueKeys: true,
      merge: false,
      prettyErrors: true,
    });
    documents = "empty" in parsed ? [] : parsed;
  } catch (cause) {
    // The parser recurses over nested blocks; a stack that ran out is the input's fault, not a bug of ours.
    return err(badYaml(cause instanceof Error ? cause.message : String(cause)));
  }
  const [document, second] = documents;
  if (document === undefined) return ok({});
  if (second !== undefined) return err(feature("documents", undefined));
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) return err(badYaml(problem.message.split("\n")[0] ?? problem.message, problem.linePos?.[0].line));
  try {
    const found = refusedFeature(document, yaml);
    return found === undefined ? ok(document.toJS({ maxAliasCount: 0 }) as unknown) : err(found);
  } catch (cause) {
    return err(badYaml(cause instanceof Error ? cause.message : String(cause)));
  }
}

function refusedFeature(document: Document.Parsed, yaml: string): TicketError | undefined {
  let found: TicketError | undefined;
  visit(document, (_key, node) => {
    if (isPair(node) && isCollection(node.key)) {
      found = badYaml("a list or a record can't be a key");
      return visit.BREAK;
    }
    if (!isNode(node)) return undefined;
    const line = node.range ? yaml.slice(0, node.range[0]).split("\n").length + 1 : undefined;
    if (isAlias(node)) found = feature("alias", line);
    else if (node.anchor !== undefined) found = feature("anchor", line);
    else if (node.tag !== undefined) found = feature("tag", line);
    return found === undefined ? undefined : visit.BREAK;
  });
  return found;
}

function feature(name: "anchor" | "alias" | "tag" | "documents", line: number | undefined): TicketError {
  const what = {
    anchor: "an anchor (`&name`)",
    alias: "an alias (`*name`)",
    tag: "a tag (`!name`)",
    documents: "a second document",
  }[name];
  return {
    kind: "yaml-feature",
    feature: name,
    ...(line === undefined ? {} : { line }),
    message: `The front matter uses ${what}${line === undefined ? "" : ` in line ${line}`}, which tickets may not.`,
    advice: "Write the value out. A text that begins with &, * or ! needs quotes around it.",
  };
}

function badYaml(message: string, line?: number): TicketError {
  // The parser counts from the front matter's first line, a person from the file's.
  const inFile = line === undefined ? undefined : line + 1;
  return {
    kind: "bad-yaml",
    ...(inFile === undefined ? {} : { line: inFile }),
    message: `The front matter is not readable YAML${inFile === undefined ? "" : ` (line ${inFile})`}: ${message.slice(0, 300)}`,
    advice: "Put quotes around texts that hold a colon, a hash, brackets or quotes.",
  };
}

/** Bounds that need no parser, so they hold before there is one. Brackets and dashes inside quoted texts count too. */
function refusedShape(yaml: string): TicketError | undefined {
  const lines = yaml.split("\n");
  if (lines.length > MAX_LINES) return badYaml(`it has ${lines.length} lines, and at most ${MAX_LINES} are read`);
  let open = 0;
  for (const [at, line] of lines.entries()) {
    if (line.length > MAX_LINE) return badYaml(`the line has ${line.length} characters, and at most ${MAX_LINE} are read`, at + 1);
    if ((line.match(/[-?:](?=\s)/g) ?? []).length > MAX_INDICATORS) {
      return badYaml(`the line opens more than ${MAX_INDICATORS} lists or records`, at + 1);
    }
    for (const character of line) {
      if (character === "[" || character === "{") open += 1;
      else if (character === "]" || character === "}") open = Math.max(0, open - 1);
      if (open > MAX_OPEN) return badYaml(`more than ${MAX_OPEN} brackets stand open`, at + 1);
    }
  }
  return undefined;
}

function trimBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}
