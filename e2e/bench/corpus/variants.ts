/**
 * What the roles answer: once the people's own fix and test, and then the wrong attempts that are made of them. Each
 * variant is the files that a role writes, whole.
 */
import { dirname, join } from "node:path/posix";
import ts from "typescript";
import type { RepoPath } from "../../../src/core/snapshot/index.ts";
import { applyMutant, generateMutants } from "../../../workers/analysis/mutate/generate.ts";
import { fileReply } from "../cases.ts";
import { textAt, type Subject } from "./clones.ts";
import { nativeRun, otherTestFile, type Installation } from "./installation.ts";

type Texts = Readonly<Record<string, string>>;
export interface Variant {
  readonly name: string;
  readonly right: boolean;
  readonly fix: Texts;
  readonly tests: Texts;
}

export const replyOf = (texts: Texts): string =>
  `${Object.entries(texts)
    .map(([path, text]) => fileReply(path, text))
    .join("\n\n")}\n`;

function textsAt(subject: Subject, commit: string, paths: readonly string[]): Texts {
  return Object.fromEntries(
    paths.flatMap((path) => {
      const text = textAt(subject, commit, path);
      return text === null ? [] : [[path, text]];
    }),
  );
}

export function gold(subject: Subject): Variant {
  const { src, test } = subject.ticket;
  return { name: "gold", right: true, fix: textsAt(subject, subject.fix, src), tests: textsAt(subject, subject.fix, test) };
}

/** `note` is told of each variant that can't be made here, and why. */
export function wrongs(
  subject: Subject,
  installation: Installation,
  options: { readonly mutants: number; readonly note: (line: string) => void },
): readonly Variant[] {
  const right = gold(subject);
  const [path = ""] = subject.ticket.src;
  const base = textsAt(subject, subject.base, [path]);
  const made: (Variant | null)[] = [
    variant("test alone", { ...right, fix: { [path]: `${base[path] ?? ""}\n// Looked at; nothing to do here.\n` } }),
    variant("fix alone", { ...right, tests: trivialTest(subject) }),
    emptied(subject, right),
    skipped(subject, right),
    ...killedMutants(subject, installation, right, options.mutants),
  ];
  const found = made.filter((each) => each !== null);
  const mutants = found.filter(({ name }) => name.startsWith("mutant")).length;
  if (mutants < options.mutants)
    options.note(`${String(mutants)} of ${String(options.mutants)} mutants: no more are killed by its own tests`);
  if (made.includes(null))
    options.note(`${String(made.filter((each) => each === null).length)} variant(s) can't be made of these tests`);
  return found;
}

const variant = (name: string, of: Variant): Variant => ({ ...of, name, right: false });

function trivialTest(subject: Subject): Texts {
  const [test = ""] = subject.ticket.test;
  const suffix = /\.(test|spec)\.\w+$/.exec(test)?.[0] ?? ".test.ts";
  const text = `import { expect, it } from "vitest";\n\nit("adds numbers", () => {\n  expect(1 + 1).toBe(2);\n});\n`;
  return { [join(dirname(test), `sums${suffix}`)]: text };
}

interface TestCall {
  readonly text: string;
  readonly callee: { readonly from: number; readonly to: number };
  readonly body: { readonly from: number; readonly to: number };
}

/** Plain `it(…)` and `test(…)` with a function of their own, in the order of the file. */
function testCalls(path: string, text: string): readonly TestCall[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: TestCall[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && /^(it|test)$/.test(node.expression.text)) {
      const callback = node.arguments.find((each) => ts.isArrowFunction(each) || ts.isFunctionExpression(each));
      if (callback)
        found.push({
          text: node.getText(file),
          callee: { from: node.expression.getStart(file), to: node.expression.getEnd() },
          body: { from: callback.body.getStart(file), to: callback.body.getEnd() },
        });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The new or changed tests with nothing in them; where only a table of data has changed, every test that reads it. */
function emptied(subject: Subject, right: Variant): Variant | null {
  const tests = Object.fromEntries(
    Object.entries(right.tests).map(([path, text]) => {
      const known = new Set(testCalls(path, textAt(subject, subject.base, path) ?? "").map((call) => call.text));
      const calls = testCalls(path, text);
      const fresh = calls.filter((call) => !known.has(call.text));
      let out = text;
      for (const { body } of (fresh.length > 0 ? fresh : calls).toReversed())
        out = `${out.slice(0, body.from)}{}${out.slice(body.to)}`;
      return [path, out];
    }),
  );
  return Object.entries(tests).every(([path, text]) => text === right.tests[path])
    ? null
    : variant("emptied test", { ...right, tests });
}

/** The gold change, and a test that was there before switched off. */
function skipped(subject: Subject, right: Variant): Variant | null {
  const [own = ""] = subject.ticket.test;
  const known = new Set(testCalls(own, textAt(subject, subject.base, own) ?? "").map((call) => call.text));
  const other = otherTestFile(subject);
  const places = [
    { path: own, text: right.tests[own] ?? "", only: known },
    ...(other === null ? [] : [{ path: other, text: textAt(subject, subject.base, other) ?? "", only: null }]),
  ];
  for (const { path, text, only } of places) {
    const call = testCalls(path, text).find((each) => only === null || only.has(each.text));
    if (call)
      return variant("skip in the old suite", {
        ...right,
        tests: { ...right.tests, [path]: `${text.slice(0, call.callee.to)}.skip${text.slice(call.callee.to)}` },
      });
  }
  return null;
}

/** Mutants of the gold fix that its own tests are seen to kill natively, in plain Vitest; a hang is not waited for again. */
function killedMutants(subject: Subject, installation: Installation, right: Variant, wanted: number): readonly Variant[] {
  const all = Object.entries(right.fix).flatMap(([path, after]) =>
    generateMutants({ path: path as RepoPath, before: textAt(subject, subject.base, path), after })
      .filter((mutant) => mutant.onChangedToken)
      .map((mutant) => ({ mutant, fix: { ...right.fix, [path]: applyMutant(after, mutant) } })),
  );
  const killed: Variant[] = [];
  const seen = new Set<string>();
  // One for each operator first, so that a few mutants are of several kinds.
  const order = [...all].sort((a, b) => rank(all, a) - rank(all, b));
  for (const { mutant, fix } of order.slice(0, wanted * 4)) {
    if (killed.length === wanted) break;
    const place = `${mutant.place.path}:${String(mutant.place.line)}`;
    if (seen.has(`${place} ${mutant.replacement}`)) continue;
    seen.add(`${place} ${mutant.replacement}`);
    if (nativeRun(subject, installation, { ...fix, ...right.tests }) !== "fail") continue;
    const what = `${mutant.original} → ${mutant.replacement}`.replace(/\s+/g, " ").slice(0, 80);
    killed.push(variant(`mutant ${place} ${what}`, { ...right, fix }));
  }
  return killed;
}

function rank<T extends { readonly mutant: { readonly operator: string } }>(all: readonly T[], one: T): number {
  return all.filter(({ mutant }) => mutant.operator === one.mutant.operator).indexOf(one);
}
