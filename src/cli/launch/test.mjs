/**
 * `npm test`: unit tests, contract suites in a real browser, the contract, the demos, a journey and the attacks in three
 * browser engines, then journeys. Nothing is skipped without a word: what Vitest reports as skipped is listed, and a run that
 * leaves no report counts as a failure.
 * Names of suites as arguments: these only (`npm run test:engines` is "engines").
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, ROOT, runNode, say } from "./prepare.mjs";

const SUITES = [
  ["unit", []],
  ["browsers", ["--config", "e2e/vitest.browsers.config.ts"]],
  ["engines", ["--config", "e2e/vitest.engines.config.ts"]],
  ["journeys", ["--config", "e2e/vitest.config.ts"]],
];

const only = process.argv.slice(2);
const unknown = only.filter((name) => !SUITES.some(([known]) => known === name));
if (unknown.length > 0) {
  say(`there is no suite ${unknown.join(", ")}; there are ${SUITES.map(([name]) => name).join(", ")}`);
  process.exit(1);
}
const chosen = SUITES.filter(([name]) => only.length === 0 || only.includes(name));

await ensureInstalled();
await ensureBuilt();
mkdirSync(join(ROOT, ".cache"), { recursive: true });

const total = { passed: 0, failed: 0 };
for (const [name, args] of chosen) {
  const report = join(ROOT, ".cache", `test-${name}.json`);
  rmSync(report, { force: true });
  const started = Date.now();
  say(`running the ${name}`);
  const code = await runNode([
    "node_modules/vitest/vitest.mjs",
    "run",
    ...args,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  say(`the ${name} took ${((Date.now() - started) / 1000).toFixed(0)} s`);
  if (!existsSync(report)) {
    say(`the ${name} left no report (exit code ${code}): counted as one failure`);
    total.failed++;
    continue;
  }
  const result = JSON.parse(readFileSync(report, "utf8"));
  const brokenFiles = result.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const failed = result.numFailedTests + brokenFiles.length;
  total.passed += result.numPassedTests;
  total.failed += code !== 0 && failed === 0 ? 1 : failed;
  if (code !== 0 && failed === 0) say(`the ${name} ended with exit code ${code} although no test failed: counted as one failure`);
  for (const file of brokenFiles) say(`could not run ${file.name}: ${file.message}`);
  const skipped = result.testResults.flatMap((file) =>
    file.assertionResults.filter((test) => !["passed", "failed"].includes(test.status)),
  );
  for (const test of skipped) say(`${test.status}: ${test.fullName}`);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
