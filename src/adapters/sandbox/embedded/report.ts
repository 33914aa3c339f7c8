/**
 * From a worker's events to a file's report. The worker is not trusted: what it sends is read field by field, bounded,
 * and contradictions between what it streamed and what it said in the end are put down as tampering.
 */
import type { FileEnd, FileReport, TestError, TestId, TestReport, Unsupported } from "../../../core/evidence/index.ts";
import { parseRepoPath, type RepoPath } from "../../../core/snapshot/index.ts";
import { withoutRoot } from "../../../protocol/sandbox-files.ts";
import type { WireError, WireOutcome, WireTest, WorkerEvent } from "../../../protocol/sandbox-run.ts";

const UNHANDLED_LIMIT = 100;
const MESSAGE_LIMIT = 4000;

export interface FileCollector {
  take(event: WorkerEvent): void;
  /** Test states as they stand, for progress and bail. */
  readonly passed: number;
  readonly failed: number;
  /** The file's last word was heard. */
  readonly done: boolean;
  report(end: FileEnd, frozen: boolean): FileReport;
  readonly unsupported: readonly Unsupported[];
  readonly coverage: readonly (readonly [path: string, lines: readonly (readonly [line: number, hits: number])[]])[];
  readonly timings: Readonly<Record<string, number>>;
}

export function collectFile(path: RepoPath, environment: string): FileCollector {
  let tests: readonly WireTest[] = [];
  const outcomes = new Map<number, WireOutcome>();
  const unhandled: WireError[] = [];
  const exits: string[] = [];
  const unsupported: Unsupported[] = [];
  const tampering: string[] = [];
  let done: Extract<WorkerEvent, { kind: "file-done" }> | null = null;
  let collections = 0;
  let passed = 0;
  let failed = 0;

  return {
    get passed() {
      return passed;
    },
    get failed() {
      return failed;
    },
    get done() {
      return done !== null;
    },
    get coverage() {
      return done?.coverage ?? [];
    },
    get timings() {
      return done?.timings ?? {};
    },
    unsupported,
    take(event) {
      switch (event.kind) {
        case "collected":
          collections++;
          if (collections > 1) tampering.push("the file was collected twice");
          else tests = event.tests;
          return;
        case "outcome": {
          if (outcomes.has(event.index)) tampering.push(`test ${String(event.index + 1)} was reported twice`);
          outcomes.set(event.index, event.outcome);
          if (event.outcome.state === "pass") passed++;
          if (event.outcome.state === "fail") failed++;
          return;
        }
        case "unhandled":
          if (unhandled.length < UNHANDLED_LIMIT) unhandled.push(event.error);
          return;
        case "exit-called":
          if (exits.length < UNHANDLED_LIMIT) exits.push(event.message);
          return;
        case "unsupported":
          unsupported.push({ what: event.what, advice: event.advice, path, affects: event.affects });
          return;
        case "file-done":
          if (done !== null) tampering.push("the file ended twice");
          done ??= event;
          return;
        default:
          return;
      }
    },
    report(end, frozen) {
      const seen = new Map<string, number>();
      const reports = tests.map((test, index) => {
        const key = JSON.stringify(test.titles);
        const earlier = seen.get(key) ?? 0;
        seen.set(key, earlier + 1);
        return testReport(path, test, earlier, outcomes.get(index));
      });
      if (done !== null) {
        done.states.forEach((state, index) => {
          const streamed = outcomes.get(index)?.state;
          if (streamed !== state)
            tampering.push(
              `${tests[index]?.titles.join(" > ") ?? `test ${String(index + 1)}`}: streamed as ${streamed ?? "nothing"}, ended as ${state}`,
            );
        });
        if (done.states.length !== tests.length && tests.length > 0 && done.state !== "fail")
          tampering.push(`${String(tests.length)} tests were collected and ${String(done.states.length)} ended`);
        if (done.state === "pass" && reports.some(({ state }) => state === "fail" || state === "none"))
          tampering.push("the file passed and a test of it did not");
        tampering.push(...done.tampering);
      }
      const ended: FileEnd = exits[0] !== undefined ? { kind: "exited", message: exits[0] } : end;
      return {
        path,
        state: done?.state ?? (reports.some(({ state }) => state === "fail") ? "fail" : "none"),
        end: ended,
        tests: reports,
        errors: (done?.errors ?? []).map((error) => ({ ...testError(error), phase: error.phase })),
        unhandled: unhandled.map(testError),
        environment: done?.environment ?? environment,
        canaries: done?.canaries ?? { mustPass: "missing", mustFail: "missing" },
        tampering: [...new Set(tampering)],
        frozen: done?.frozen ?? frozen,
        snapshots: done?.snapshots ?? { written: 0, unmatched: 0, obsolete: 0 },
        durationMs: Math.round(done?.durationMs ?? 0),
      };
    },
  };
}

function testReport(path: RepoPath, test: WireTest, earlier: number, outcome: WireOutcome | undefined): TestReport {
  const titles = test.titles.map(withoutRoot);
  const name = `${path} > ${titles.join(" > ")}`;
  return {
    id: (earlier === 0 ? name : `${name} #${String(earlier + 1)}`) as TestId,
    file: path,
    titles,
    mode: test.mode,
    state: outcome?.state ?? "none",
    errors: (outcome?.errors ?? []).map(testError),
    durationMs: Math.round(outcome?.durationMs ?? 0),
    assertions: outcome?.assertions ?? 0,
    retries: outcome?.retries ?? 0,
    fails: test.fails,
  };
}

export function testError(error: WireError): TestError {
  const place = error.stack === null ? undefined : placeIn(error.stack);
  return {
    name: error.name,
    message: withoutRoot(error.message).slice(0, MESSAGE_LIMIT),
    ...(error.stack === null ? {} : { stack: withoutRoot(error.stack) }),
    ...(error.expected === null ? {} : { expected: withoutRoot(error.expected) }),
    ...(error.actual === null ? {} : { actual: withoutRoot(error.actual) }),
    ...(place === undefined ? {} : { place }),
  };
}

/**
 * Do stacks come with the lines of the sources? Vite maps them through V8's hook, which other engines haven't: there they
 * name lines of the transformed code, and a wrong place would be worse than none.
 */
const STACKS_ARE_MAPPED = ((): boolean => {
  const before: unknown = Reflect.get(Error, "prepareStackTrace");
  try {
    Error.prepareStackTrace = () => "mapped";
    return new Error("stack").stack === "mapped";
  } finally {
    Reflect.set(Error, "prepareStackTrace", before);
  }
})();

/** The first frame that lies in the repository and not in a package. */
function placeIn(stack: string): TestError["place"] {
  if (!STACKS_ARE_MAPPED) return undefined;
  for (const match of stack.matchAll(/(?:file:\/\/)?\/repo\/([^\s():?]+)(?:\?[^:\s]*)?:(\d+):(\d+)/g)) {
    const [, raw, line, column] = match;
    if (raw === undefined || raw.includes("node_modules/")) continue;
    const path = parseRepoPath(raw);
    if (path.ok) return { path: path.value, line: Number(line), column: Number(column) };
  }
  return undefined;
}
