/**
 * `npm run bench:rejudge -- [--attempts 1000] [--book <exported case book>] [--json <file>]`: the whole case book judged again,
 * as "Check the checks" does it. Without a book: attempts whose suites have 20, 100 and 500 tests, each piece of evidence a
 * copy of its own. With one: its records, repeated up to the number wanted.
 */
import { readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import { parseArgs } from "node:util";
import { rejudge } from "../../src/app/case-book.ts";
import type { AttemptEvidence } from "../../src/core/evidence/index.ts";
import {
  attempt,
  baselineRuns,
  candidateRuns,
  fileOf,
  honest,
  NEW,
  onBaseWithTests,
  path,
  red,
  testOf,
} from "../../src/core/gate/cases/honest-attempt.ts";
import { judgeAll } from "../../src/core/gate/index.ts";
import type { AttemptRecord } from "../../src/core/run/index.ts";

const { values } = parseArgs({
  options: { attempts: { type: "string", default: "1000" }, book: { type: "string" }, json: { type: "string" } },
});
const ATTEMPTS = Number(values.attempts);
const TESTS_A_FILE = 20;

function evidenceOf(tests: number): AttemptEvidence {
  const files = Array.from({ length: Math.ceil(tests / TESTS_A_FILE) }, (_, file) => {
    const at = path(`tests/old-${String(file)}.test.ts`);
    return fileOf(
      Array.from({ length: Math.min(TESTS_A_FILE, tests - file * TESTS_A_FILE) }, (__, n) => testOf(`does ${String(n)}`, {}, at)),
    );
  });
  return attempt({
    baseline: baselineRuns(files),
    baseWithTests: [onBaseWithTests([...files, fileOf([red(NEW)])])],
    candidate: candidateRuns([...files, fileOf([testOf(NEW)])]),
  });
}

function recordOf(evidence: AttemptEvidence, n: number): AttemptRecord {
  const verdicts = judgeAll(evidence).map(({ gate, gateVersion, verdict }) => ({ gate, gateVersion, verdict }));
  return { id: `attempt-${String(n)}`, evidence, verdicts, texts: [] } as unknown as AttemptRecord;
}

/** Each record a copy of its own, made between the measured parts: nothing that was worked out for one is known of the next. */
function measure(what: string, kinds: readonly AttemptRecord[]) {
  let ms = 0;
  let flipped = 0;
  for (let n = 0; n < ATTEMPTS; n++) {
    const record = structuredClone(kinds[n % kinds.length]!);
    const from = performance.now();
    flipped += rejudge([record]).length;
    ms += performance.now() - from;
  }
  ms = Math.round(ms);
  console.log(`${what}: ${String(ATTEMPTS)} attempts judged again in ${String(ms)} ms, ${String(flipped)} verdicts flipped`);
  return { what, attempts: ATTEMPTS, ms, flipped };
}

const rows = [];
if (values.book === undefined) {
  const unlike = [recordOf(honest, 0)];
  measure("warm-up", unlike);
  for (const tests of [20, 100, 500]) rows.push(measure(`suites of ${String(tests)} tests`, [recordOf(evidenceOf(tests), 0)]));
} else {
  const { records } = JSON.parse(readFileSync(values.book, "utf8")) as { records: readonly AttemptRecord[] };
  measure("warm-up", records);
  rows.push(measure(values.book, records));
}
const machine = { cores: os.cpus().length, model: os.cpus()[0]?.model, node: process.versions.node };
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), machine, rows }, null, 2)}\n`);
process.exitCode = rows.every(({ ms }) => ms * 1000 <= 1000 * ATTEMPTS) ? 0 : 1;
