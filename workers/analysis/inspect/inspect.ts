/**
 * States facts about a change by comparing what the syntax trees of a file hold before and after: a fact is new when the
 * file holds it more often than before. So moved, reindented or renamed code accuses nobody, and which line of a diff a
 * thing happens to stand on does not matter.
 */
import type ts from "typescript";
import type { InspectionFact, InspectionKind, InspectionReport } from "../../../src/core/evidence/index.ts";
import type { WritingRole } from "../../../src/core/role/index.ts";
import type { RepoPath } from "../../../src/core/snapshot/index.ts";
import { AS_ELSEWHERE } from "../../../src/core/evidence/index.ts";
import { findHiddenFacts } from "./hidden-facts.ts";
import { isTsconfig, loosenedOptions } from "./loosened-options.ts";
import { findSourceFacts } from "./source-facts.ts";
import { findTestFacts } from "./test-facts.ts";
import { parseErrors, parseScript, type ParsedFile } from "./syntax.ts";

export type FactSink = (kind: InspectionKind, at: ts.Node | number, text: string) => void;

export interface InspectedText {
  readonly path: RepoPath;
  readonly role: WritingRole;
  readonly before: string | null;
  readonly after: string | null;
}

/** Facts of these kinds are about what a file no longer holds. */
const REMOVALS: ReadonlySet<InspectionKind> = new Set<InspectionKind>(["test-removed", "assertion-removed"]);
const VENDORED = /(?:^|\/)(?:dist|build|vendor|vendored|third_party|generated|__generated__)\/|\.(?:min|generated)\.[cm]?[jt]s$/;
const MAX_TEXT = 200;

/** A tool's own words at the head of a file that it writes. */
function saysGenerated(text: string | null): boolean {
  const head = (text ?? "").split("\n", 8).join("\n");
  return /@generated\b|\bDO NOT (?:EDIT|MODIFY)\b|\b(?:auto-?generated|(?:is|was|file) generated (?:by|from|with))\b/i.test(head);
}

interface Told {
  readonly ticket: string;
  readonly tests: string;
}

interface Found {
  readonly kind: InspectionKind;
  readonly line: number;
  readonly text: string;
}

export function inspect(texts: readonly InspectedText[], ticketText: string): InspectionReport {
  const facts: InspectionFact[] = [];
  const unparsed: { path: RepoPath; reason: string }[] = [];
  const gained: Found[] = [];
  const told: Told = {
    ticket: ticketText,
    tests: texts
      .filter((each) => each.role === "test-writer")
      .map((each) => each.after ?? "")
      .join("\n"),
  };
  for (const { path, role, before, after } of texts) {
    if (VENDORED.test(path) || saysGenerated(before))
      facts.push({ kind: "generated-or-vendored", role, path, line: 1, text: path });
    if (isTsconfig(path) && before !== null && after !== null)
      for (const [line, text] of loosenedOptions(path, before, after))
        facts.push({ kind: "option-loosened", role, path, line, text: text.slice(0, MAX_TEXT) });
    const was = before === null ? null : parseScript(path, before);
    const is = after === null ? null : parseScript(path, after);
    if (is) {
      const errors = parseErrors(is);
      if (errors[0] !== undefined && (was === null || parseErrors(was).length === 0)) unparsed.push({ path, reason: errors[0] });
    }
    const old = was ? collect(was) : [];
    const now = is ? collect(is) : [];
    for (const found of surplus(now, old)) {
      if (REMOVALS.has(found.kind)) gained.push(found);
      else if (matters(found, told)) facts.push({ ...found, text: inItsManner(found, old), role, path });
    }
    for (const found of surplus(old, now)) if (REMOVALS.has(found.kind)) facts.push({ ...found, role, path });
  }
  return { facts: distinct(withoutMoved(facts, gained)), unparsed };
}

function collect(file: ParsedFile): readonly Found[] {
  const found: Found[] = [];
  const sink: FactSink = (kind, at, text) => {
    const position = typeof at === "number" ? at : at.getStart(file.source);
    found.push({ kind, line: file.source.getLineAndCharacterOfPosition(position).line + 1, text: text.slice(0, MAX_TEXT) });
  };
  findSourceFacts(file, sink);
  findHiddenFacts(file, sink);
  findTestFacts(file, sink);
  return found;
}

/** Multiset difference by kind and text; what is left over is taken from the end of the file, where additions mostly stand. */
function surplus(of: readonly Found[], over: readonly Found[]): readonly Found[] {
  const known = new Map<string, number>();
  for (const { kind, text } of over) known.set(`${kind}\0${text}`, (known.get(`${kind}\0${text}`) ?? 0) + 1);
  return of.filter(({ kind, text }) => {
    const left = known.get(`${kind}\0${text}`) ?? 0;
    if (left > 0) known.set(`${kind}\0${text}`, left - 1);
    return left === 0;
  });
}

/** A literal in a condition only tells something when the ticket or the new test holds it, too. */
function matters(found: Found, { ticket, tests }: Told): boolean {
  if (found.kind !== "literal-special-case") return true;
  const entry = /^("(?:[^"\\]|\\.)*") => ("(?:[^"\\]|\\.)*")$/.exec(found.text);
  if (!entry) return `${ticket}\n${tests}`.includes(found.text.replace(/^['"`]|['"`]$/g, ""));
  // A table that the ticket asks for holds the ticket's own words; one that only the test knows was fitted to it.
  const sides = [entry[1], entry[2]].map((side) => JSON.parse(side ?? '""') as string);
  return sides.every((side) => `${ticket}\n${tests}`.includes(side)) && sides.some((side) => !ticket.includes(side));
}

/** What the file did already, it does in its own manner. */
function inItsManner({ kind, text }: Found, old: readonly Found[]): string {
  return kind === "any-added" && old.some((each) => each.kind === "any-added") ? AS_ELSEWHERE : text;
}

/** A test or an assertion that left one file and turned up in another was moved, not removed. */
function withoutMoved(facts: readonly InspectionFact[], gained: readonly Found[]): readonly InspectionFact[] {
  const left = [...gained];
  return facts.filter((fact) => {
    if (!REMOVALS.has(fact.kind)) return true;
    const index = left.findIndex((each) => each.kind === fact.kind && each.text === fact.text);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** One node can be seen by two finders; one line of the screen is enough for it. */
function distinct(facts: readonly InspectionFact[]): readonly InspectionFact[] {
  const seen = new Set<string>();
  return facts.filter(({ kind, path, line, text }) => {
    const key = [kind, path, line, text].join("\0");
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
