/**
 * Which tests an attempt brought, what each did without the fix and with it. A test counts as proven only by what it was
 * seen to do: no kind of assertion is trusted, and none is suspected.
 */
import type { AttemptEvidence, Diagnostic, FileReport, SuiteReport, TestError, TestId, TestReport } from "../evidence/index.ts";
import type { Change } from "../change-set/index.ts";
import type { RepoPath } from "../snapshot/index.ts";
import { indexRun, knownOnBase, movedId, movedTestFiles, type Baseline, type IndexedRun } from "./suite-reading.ts";

export interface NewTest {
  readonly id: TestId;
  readonly file: RepoPath;
  readonly test: TestReport;
  /** `new`: base did not have it. `changed`: base had it, and the test-writer changed its file or what it reads. */
  readonly kind: "new" | "changed";
}

/** New and changed tests as the candidate's first run collected them. */
export function newTests(evidence: AttemptEvidence, baseline: Baseline, candidate: IndexedRun): readonly NewTest[] {
  const moved = movedTestFiles(evidence, baseline, candidate);
  const knownAfterMove = new Set([...baseline.first.tests.values()].map((test) => movedId(test, moved)));
  const touched = new Set(evidence.tests.changes.map((change) => change.path));
  const found: NewTest[] = [];
  for (const test of candidate.tests.values()) {
    const known = knownOnBase(baseline, test.id) || knownAfterMove.has(test.id);
    if (!known) {
      // A title that differs from run to run looks new each time; only in a file that somebody touched can it be.
      if (!touched.has(test.file) && (baseline.unsteadyFiles.has(test.file) || evidence.tests.changes.length === 0)) continue;
      found.push({ id: test.id, file: test.file, test, kind: "new" });
    } else if (touched.has(test.file)) found.push({ id: test.id, file: test.file, test, kind: "changed" });
  }
  return found;
}

/** What a new or changed test did on base + tests. */
export type WithoutFix =
  | { readonly kind: "failed"; readonly error: TestError | null }
  | { readonly kind: "hung" }
  | { readonly kind: "import-of-the-fix"; readonly error: TestError }
  | { readonly kind: "broken-import"; readonly error: TestError }
  | { readonly kind: "hook-failed"; readonly error: TestError }
  | { readonly kind: "passed" }
  | { readonly kind: "skipped" }
  | { readonly kind: "not-run"; readonly reason: string };

export function withoutFix(
  evidence: AttemptEvidence,
  item: { readonly id: TestId; readonly file: RepoPath },
  runs: readonly SuiteReport[],
): WithoutFix {
  const seen = runs.map((report) => withoutFixIn(evidence, item, indexRun(report)));
  // Several runs: it proves something only if each says so.
  return seen.find((one) => one.kind === "passed") ?? seen[0] ?? { kind: "not-run", reason: "no run" };
}

function withoutFixIn(
  evidence: AttemptEvidence,
  item: { readonly id: TestId; readonly file: RepoPath },
  run: IndexedRun,
): WithoutFix {
  const file = run.files.get(item.file);
  if (file === undefined) return { kind: "not-run", reason: `${item.file} was left out of the run on base with the new tests` };
  const test = run.tests.get(item.id);
  if (test === undefined || test.state === "none") {
    const collect = file.errors.find((error) => error.phase === "collect");
    if (collect !== undefined) return importOf(evidence, file, collect);
    if (file.end.kind === "timeout") return { kind: "hung" };
    const hook = file.errors.find((error) => error.phase === "hook");
    if (hook !== undefined) return { kind: "hook-failed", error: hook };
    if (file.end.kind !== "completed")
      return { kind: "not-run", reason: `the worker of ${item.file} ended early (${file.end.kind})` };
    return { kind: "not-run", reason: `${item.file} did not come to it` };
  }
  if (test.state === "skip" || test.state === "todo") {
    // Vitest marks tests skipped when a beforeAll throws.
    const hook = file.errors.find((error) => error.phase === "hook");
    return hook !== undefined && test.mode === "run" ? { kind: "hook-failed", error: hook } : { kind: "skipped" };
  }
  if (test.state === "pass") return { kind: "passed" };
  const [error] = test.errors;
  if (error === undefined) return { kind: "failed", error: null };
  return isImportOrSyntax(error) ? importOf(evidence, file, error) : { kind: "failed", error };
}

const IMPORT_OR_SYNTAX =
  /Cannot find (module|package)|Failed to (resolve|load)|Could not (resolve|load)|does not provide an export|ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|error (loading|importing) dynamically imported module|Failed to fetch dynamically|Does the file exist|Unexpected token|Unexpected end of|Expected ["'`,;:()[\]{}]|Transform failed|Parse (error|failure)|Unterminated|Missing initializer|Identifier .* has already been declared/i;

export function isImportOrSyntax(error: TestError): boolean {
  if (error.name === "SyntaxError") return !/JSON|in JSON at|regular expression/i.test(error.message);
  // An assertion may well quote such words: what the code under test threw is judged as a failure.
  if (error.name === "AssertionError" || error.expected !== undefined || error.actual !== undefined) return false;
  return IMPORT_OR_SYNTAX.test(error.message) && !error.message.includes("JSON");
}

/** An import that failed counts only if the fix is what cures it: the missing file is one that it adds, or the broken one is one that it changes. */
function importOf(evidence: AttemptEvidence, file: FileReport, error: TestError): WithoutFix {
  if (!isImportOrSyntax(error)) return { kind: "failed", error };
  return curedByFix(evidence, file.path, error) ? { kind: "import-of-the-fix", error } : { kind: "broken-import", error };
}

function curedByFix(evidence: AttemptEvidence, testFile: RepoPath, error: TestError): boolean {
  const changes = evidence.fix.changes.filter((change) => change.after !== null);
  const added = changes.filter((change) => change.before === null);
  const place = error.place?.path;
  if (place !== undefined && place !== testFile && changes.some((change) => change.path === place)) return true;
  const quoted = [...error.message.matchAll(/["'`‘“]([^"'`’”\n]{1,400})["'`’”]/g)].map((match) => match[1] ?? "");
  const urls = [...error.message.matchAll(/(?:<root>|file:\/\/)?\/?[\w@./-]+\.[cm]?[jt]sx?/g)].map((match) => match[0]);
  const bareWords = [
    ...error.message.matchAll(/(?:load url|find module|find package|resolve import|resolve|load)\s+([^\s"'`()]+)/gi),
  ].map((match) => match[1] ?? "");
  const importers = [testFile, ...(place === undefined ? [] : [place])];
  const missing = [...quoted, ...urls, ...bareWords];
  if (error.message.includes("does not provide an export"))
    return missing.some((specifier) => changes.some((change) => names(specifier, change, importers)));
  return missing.some((specifier) => added.some((change) => names(specifier, change, importers)));
}

/** Does this specifier, as seen from one of these files, mean that path? Without extension, and with `/index` left away. */
function names(specifier: string, change: Change, importers: readonly RepoPath[]): boolean {
  const target = bare(change.path);
  const cleaned = specifier
    .replace(/^file:\/\//, "")
    .replace(/^<root>\/?/, "")
    .replace(/[?#].*$/, "");
  if (cleaned === "" || /\s/.test(cleaned)) return false;
  if (cleaned.startsWith(".")) return importers.some((importer) => bare(resolve(importer, cleaned)) === target);
  const plain = bare(cleaned.replace(/^\/+/, ""));
  if (plain === target || plain.endsWith(`/${target}`)) return true;
  // An alias (`@/lock`, `~/lock`, `#lock`) says at least the last two names, or the one there is.
  const aliased = /^[@~#][^/]*\/(.+)$/.exec(cleaned)?.[1] ?? /^#(.+)$/.exec(cleaned)?.[1];
  return aliased !== undefined && (target === bare(aliased) || target.endsWith(`/${bare(aliased)}`));
}

const bare = (path: string): string => path.replace(/(\.d)?\.[cm]?[jt]sx?$/, "").replace(/\/index$/, "");

function resolve(importer: string, specifier: string): string {
  const parts = importer.split("/").slice(0, -1);
  for (const segment of specifier.split("/")) {
    if (segment === "..") parts.pop();
    else if (segment !== "." && segment !== "") parts.push(segment);
  }
  return parts.join("/");
}

/** Diagnostics in files of the test-writer that are there without the fix and gone with it: a type test's way of being red. */
export interface TypeProof {
  readonly path: RepoPath;
  readonly diagnostic: Diagnostic;
}

const TYPE_ASSERTION = /Expected: .*Actual:|\bExpect[A-Z]\w*<|'?Mismatch\w*'?|MISMATCH|does not satisfy the constraint/;

export function isTypeTest(path: RepoPath): boolean {
  return /\.(test|spec)-d\.[cm]?tsx?$|(^|\/)(test-d|type-tests|typetests|test-types)\//.test(path);
}

export function typeProofs(
  evidence: AttemptEvidence,
  base: readonly Diagnostic[],
  withTests: readonly Diagnostic[],
  candidate: readonly Diagnostic[],
  typesOnly: boolean,
): readonly TypeProof[] {
  const touched = new Set(evidence.tests.changes.filter((change) => change.after !== null).map((change) => change.path));
  const key = (diagnostic: Diagnostic) => `${diagnostic.path ?? ""}\u0000${String(diagnostic.code)}\u0000${diagnostic.message}`;
  const known = new Set(base.map(key));
  const proofs: TypeProof[] = [];
  for (const diagnostic of withTests) {
    const { path, code } = diagnostic;
    if (path === undefined || !touched.has(path) || known.has(key(diagnostic))) continue;
    // 1000 to 1999 are syntax.
    if (code < 2000) continue;
    if (
      code === 2307 &&
      !evidence.fix.changes.some(
        (change) => change.before === null && names(/'([^']+)'/.exec(diagnostic.message)?.[1] ?? "", change, [path]),
      )
    )
      continue;
    if (candidate.some((other) => other.path === path && other.code !== 6133)) continue;
    if (isTypeTest(path) || typesOnly || code === 2578 || TYPE_ASSERTION.test(diagnostic.message))
      proofs.push({ path, diagnostic });
  }
  return proofs;
}
