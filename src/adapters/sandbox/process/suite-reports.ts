/** From the reporter's events to file reports, in the shapes that every sandbox shares. */
import type { FileEnd, FileReport, TestError, TestId, TestReport } from "../../../core/evidence/index.ts";
import { parseRepoPath, type RepoPath } from "../../../core/snapshot/index.ts";
import type { VitestError, VitestModule, VitestTest } from "./vitest-events.ts";

const MESSAGE_LIMIT = 4000;

export interface Places {
  /** Absolute root of the work folder. */
  readonly root: string;
}

export function repoPathIn({ root }: Places, absolute: string): RepoPath | null {
  const plain = absolute.replace(/^file:\/\//, "").replace(/[?#].*$/, "");
  if (!plain.startsWith(`${root}/`)) return null;
  const parsed = parseRepoPath(plain.slice(root.length + 1));
  return parsed.ok && !parsed.value.includes("node_modules/") ? parsed.value : null;
}

export function testErrorOf(places: Places, error: VitestError): TestError {
  const clean = (text: string): string => text.replaceAll(`file://${places.root}`, "<root>").replaceAll(places.root, "<root>");
  const fromStack = [...(error.stack ?? "").matchAll(/(\/[^\s()]+?)(?:\?[^:\s]*)?:(\d+):(\d+)/g)].map(
    ([, file, line, column]) => [file ?? "", Number(line), Number(column)] as const,
  );
  const place = [...error.places, ...fromStack]
    .map(([file, line, column]) => ({ path: repoPathIn(places, file), line, column }))
    .find((item): item is { path: RepoPath; line: number; column: number } => item.path !== null);
  return {
    name: error.name,
    message: clean(error.message).slice(0, MESSAGE_LIMIT),
    ...(error.stack === null ? {} : { stack: clean(error.stack).slice(0, MESSAGE_LIMIT) }),
    ...(error.expected === null ? {} : { expected: clean(error.expected) }),
    ...(error.actual === null ? {} : { actual: clean(error.actual) }),
    ...(place === undefined ? {} : { place }),
  };
}

const STATES: Readonly<Record<string, TestReport["state"]>> = {
  pass: "pass",
  passed: "pass",
  fail: "fail",
  failed: "fail",
  skip: "skip",
  skipped: "skip",
  todo: "todo",
};
const MODES: Readonly<Record<string, TestReport["mode"]>> = { skip: "skip", only: "only", todo: "todo" };

function testReportOf(places: Places, file: RepoPath, test: VitestTest, seen: Map<string, number>): TestReport {
  const titles = test.titles.map((title) => title.replaceAll(places.root, "<root>"));
  const name = `${file} > ${titles.join(" > ")}`;
  const nth = (seen.get(name) ?? 0) + 1;
  seen.set(name, nth);
  return {
    id: (nth === 1 ? name : `${name} #${String(nth)}`) as TestId,
    file,
    titles,
    mode: MODES[test.mode] ?? "run",
    state: test.mode === "todo" ? "todo" : (STATES[test.state] ?? "none"),
    errors: test.errors.map((error) => testErrorOf(places, error)),
    durationMs: Math.round(test.duration),
    ...(test.assertions === null ? {} : { assertions: test.assertions }),
    retries: test.retries,
    fails: test.fails,
  };
}

export function testsOf(places: Places, file: RepoPath, tests: readonly VitestTest[]): readonly TestReport[] {
  const seen = new Map<string, number>();
  return tests.map((test) => testReportOf(places, file, test, seen));
}

/** The docblock decides file by file; else the project's setting. */
export function environmentOf(source: string | null, configured: string): string {
  return /@(?:vitest|jest)-environment\s+([\w-]+)\b/.exec(source ?? "")?.[1] ?? configured;
}

export interface FileOutcome {
  readonly path: RepoPath;
  readonly end: FileEnd;
  readonly module: VitestModule | null;
  /** What was streamed before the end, where no whole module came. */
  readonly streamed: readonly VitestTest[];
  readonly unhandled: readonly VitestError[];
  readonly source: string | null;
  readonly startedFor: number;
}

export function fileReportOf(places: Places, outcome: FileOutcome): FileReport {
  const { path, end, module, streamed, unhandled, source } = outcome;
  const tests = testsOf(places, path, module?.tests ?? streamed);
  const state = module === null ? (tests.some((test) => test.state === "fail") ? "fail" : "none") : module.state;
  return {
    path,
    state: state === "pass" || state === "fail" || state === "skip" ? state : state === "todo" ? "skip" : "none",
    end,
    tests,
    errors: (module?.errors ?? []).map((error) => ({ ...testErrorOf(places, error), phase: error.phase })),
    unhandled: unhandled.map((error) => testErrorOf(places, error)),
    environment: environmentOf(source, module?.environment ?? "node"),
    tampering: [],
    frozen: false,
    snapshots: module?.snapshots ?? { written: 0, unmatched: 0, obsolete: 0 },
    durationMs: Math.round(module?.duration ?? outcome.startedFor),
  };
}
