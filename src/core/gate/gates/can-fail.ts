/**
 * Could each new test ever fail? A test that failed without the fix, or that a mutant killed, could: whatever it asserts
 * and however. The others are asked what they looked at.
 */
import type { InspectionFact, TestId } from "../../evidence/index.ts";
import type { RepoPath } from "../../snapshot/index.ts";
import type { Gate } from "../gate.ts";
import { newTests, withoutFix, type NewTest } from "../new-tests.ts";
import { indexRun, nameOf, readBaseline, type IndexedRun } from "../suite-reading.ts";
import { proofsByTypes } from "../type-evidence.ts";
import { count, inquire, type Inquiry } from "../verdicts.ts";

export const canFailGate: Gate = {
  id: "can-fail",
  version: 2,
  question: "Could each new test ever fail?",
  judge: (evidence) => {
    let proven = 0;
    let looked = 0;
    return inquire(
      evidence,
      {
        pass: () =>
          `${count(proven, "test was seen to fail", "tests were seen to fail")}${looked === 0 ? "" : `, ${count(looked, "other asserts", "others assert")} something`}`,
      },
      (inquiry) => {
        const baseline = readBaseline(inquiry.runs("baseline", 1));
        const candidate = indexRun(inquiry.runs("candidate", 1)[0] as never);
        const types = proofsByTypes(inquiry);
        const runs = evidence.baseWithTests.length === 0 && types.length > 0 ? [] : inquiry.runs("baseWithTests", 1);
        const inspection = inquiry.need("inspection");
        const mutation = inquiry.maybe("mutation");
        const killers = new Set(mutation?.mutants.flatMap((mutant) => (mutant.state === "killed" ? mutant.killedBy : [])) ?? []);
        const items = newTests(evidence, baseline, candidate).filter(
          (item) => item.test.state !== "skip" && item.test.state !== "todo",
        );
        const isProven = (item: NewTest): boolean => {
          if (baseline.quarantined.has(item.id)) return false;
          const seen = withoutFix(evidence, item, runs).kind;
          // A file that could not be loaded says nothing of one test in it.
          return seen === "failed" || seen === "hung" || killers.has(item.id) || types.some((proof) => proof.path === item.file);
        };
        const provenIds = new Set(items.filter(isProven).map((item) => item.id));
        const unproven = items.filter((item) => item.kind === "new" && !provenIds.has(item.id));
        proven = provenIds.size + (items.length === 0 ? types.length : 0);
        judgeFacts(inquiry, inspection.facts, items, provenIds);
        judgeTables(inquiry, inspection.facts, candidate);
        const otherLibrary = new Set(inspection.facts.filter((fact) => fact.kind === "assertion-library").map((fact) => fact.path));
        for (const item of unproven) {
          const { assertions } = item.test;
          if (assertions === 0 && !otherLibrary.has(item.file))
            inquiry.error({
              rule: "CF1",
              test: item.id,
              path: item.file,
              message: `${nameOf(item.test)} passes without the fix, no mutant makes it fail, and it ran no assertion`,
            });
          else {
            looked++;
            inquiry.note({
              rule: "CF2",
              test: item.id,
              path: item.file,
              message: `${nameOf(item.test)} was not seen to fail; it asserts something${mutation === null ? " (no mutants ran)" : ""}`,
            });
          }
        }
        for (const path of new Set(items.map((item) => item.file))) {
          const written = evidence.candidate.reduce(
            (most, run) => Math.max(most, run.value.files.find((file) => file.path === path)?.snapshots.written ?? 0),
            0,
          );
          const writtenBefore = baseline.first.files.get(path)?.snapshots.written ?? 0;
          if (written > writtenBefore)
            inquiry.error({ rule: "CF6", path, message: `${path} writes a snapshot that accepts whatever comes first` });
        }
        if (items.length === 0 && types.length === 0) inquiry.error({ rule: "CF7", message: "there is no new or changed test" });
      },
    );
  },
};

/** Facts by which a test asserts nothing, in words. What a proven test holds beside its assertion is its own affair. */
const VACUOUS = new Map<InspectionFact["kind"], string>([
  ["no-assertion", "has no assertion"],
  ["tautology", "asserts what is always so"],
  ["assertion-caught", "catches its own assertion's error"],
]);

function judgeFacts(
  inquiry: Inquiry,
  facts: readonly InspectionFact[],
  items: readonly NewTest[],
  proven: ReadonlySet<TestId>,
): void {
  const { evidence } = inquiry;
  for (const fact of facts) {
    if (fact.role !== "test-writer") continue;
    const at = { path: fact.path, line: fact.line };
    const words = VACUOUS.get(fact.kind);
    if (words !== undefined) {
      const meant = testsOf(fact, items);
      // A new test must have been seen to fail itself; an old one that was changed holds what it held before.
      const fresh = meant.filter((item) => item.kind === "new");
      const allProven = fresh.length > 0 ? fresh.every((item) => proven.has(item.id)) : meant.some((item) => proven.has(item.id));
      const finding = { rule: "CF3", ...at, message: `the test ${words}: ${fact.text}` };
      if (allProven) inquiry.note(finding);
      else if (meant.length > 0 || evidence.tests.changes.some((change) => change.path === fact.path && change.after !== null))
        inquiry.error(finding);
    } else if (fact.kind === "mocked-module") {
      const mocked = changedPathOf(inquiry, fact);
      if (mocked === null) continue;
      const others = evidence.fix.changes.filter(
        (change) => change.after !== null && change.path !== mocked && isCode(change.path),
      );
      const finding = { rule: "CF4", ...at, message: `the test mocks ${mocked}, which the fix changes` };
      if (mocked === evidence.ticket.file || others.length === 0) inquiry.error(finding);
      else inquiry.note(finding);
    } else if (fact.kind === "source-text-read") {
      const named = [
        ...evidence.ticket.touches,
        ...(evidence.ticket.file === undefined || isCode(evidence.ticket.file) ? [] : [evidence.ticket.file]),
      ];
      const about = named.some((path) => fact.text.includes(path.slice(path.lastIndexOf("/") + 1)));
      const finding = { rule: "CF5", ...at, message: `the test reads source as text: ${fact.text}` };
      if (about || !/\.[cm]?[jt]sx?\b|\?(raw|url|inline)|\bsrc\b|\blib\b/.test(fact.text)) inquiry.note(finding);
      else inquiry.error(finding);
    } else if (fact.kind === "clock-or-randomness" && /\bif\s*\(|\?(?!\.)|&&|\|\|/.test(fact.text))
      inquiry.error({ rule: "CF8", ...at, message: `what the test asserts depends on clock or chance: ${fact.text}` });
    else if (fact.kind === "snapshot-written")
      inquiry.note({ rule: "CF6", ...at, message: `compares with a snapshot: ${fact.text}` });
  }
}

/** The tests that a fact may mean: the one it names, else all of its file. */
function testsOf(fact: InspectionFact, items: readonly NewTest[]): readonly NewTest[] {
  const inFile = items.filter((item) => item.file === fact.path);
  if (fact.test !== undefined) {
    const named = inFile.filter((item) => item.test.titles.join(" > ") === fact.test || item.test.titles.at(-1) === fact.test);
    if (named.length > 0) return named;
  }
  if (fact.kind === "no-assertion") {
    const title = fact.text.replace(/^['"`]|['"`]$/g, "");
    const named = inFile.filter((item) => item.test.titles.at(-1) === title);
    if (named.length > 0) return named;
  }
  return inFile;
}

const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
const bare = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, "").replace(/\/index$/, "");

function changedPathOf(inquiry: Inquiry, fact: InspectionFact): RepoPath | null {
  const specifier = fact.text.replace(/^['"`]|['"`]$/g, "");
  const target = bare(specifier.replace(/^[@~#]\//, ""));
  for (const change of inquiry.evidence.fix.changes) {
    const own = bare(change.path);
    if (own === target || (/^[@~#]\//.test(specifier) && own.endsWith(`/${target}`))) return change.path;
  }
  return null;
}

/** A table whose rows are none makes no test, and nothing of it is red or green. */
function judgeTables(inquiry: Inquiry, facts: readonly InspectionFact[], candidate: IndexedRun): void {
  for (const { kind, role, path, line, text } of facts) {
    if (kind !== "table-test" || role !== "test-writer") continue;
    const titles = candidate.files.get(path)?.tests.map((test) => test.titles.at(-1) ?? "");
    if (titles === undefined || titles.length === 0) continue;
    const pattern = titleAs(text);
    if (!titles.some((title) => pattern.test(title)))
      inquiry.error({ rule: "CF9", path, line, message: `the table of "${text}" has no rows: no such test was collected` });
  }
}

/** Placeholders as Vitest and Jest write them: `%s`, `%#`, `$name.of`. */
function titleAs(template: string): RegExp {
  const parts = template.split(/%[a-zA-Z#$%]|\$\w[\w.]*/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[\\s\\S]*")}$`);
}
