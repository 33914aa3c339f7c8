/**
 * `npm run bench:parity -- --repos <folder> [--only <repo>] [--json <file>] [--mutants <n>] [--minutes <per repository>]`:
 * each repository's suite by its own runner and in the embedded sandbox of a real browser, test by test; then one-line
 * mutants of its source, on which the failing sets must agree; the type check and a gate flow by their times. Times are
 * compared as ratios within one run, since machines are noisy. A repository that fails is a row with its reason.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { endGroup } from "./parity/native.mjs";
import { installPackages, removeStaleCopies, workingCopy } from "./parity/working-copy.mjs";

const { values } = parseArgs({
  options: {
    repos: { type: "string" },
    only: { type: "string" },
    json: { type: "string" },
    mutants: { type: "string", default: "20" },
    minutes: { type: "string", default: "15" },
  },
});
if (values.repos === undefined) {
  console.log("skipped: no folder given (--repos <folder of repositories>)");
  process.exit(0);
}
const BOUND_MS = Number(values.minutes) * 60_000;
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "fixgate-parity-"));
const script = path.join(path.dirname(fileURLToPath(import.meta.url)), "parity/measure.mjs");

function measure(folder) {
  const rowFile = path.join(temporary, `${path.basename(folder)}.json`);
  const endsAt = Date.now() + BOUND_MS;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--max-old-space-size=6144", script, folder, rowFile, values.mutants, String(endsAt)], {
      detached: true,
      stdio: ["ignore", "inherit", "inherit"],
    });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      endGroup(child);
    }, BOUND_MS + 10_000);
    child.on("exit", (code) => {
      clearTimeout(timer);
      endGroup(child);
      let row = { name: path.basename(folder) };
      try {
        row = JSON.parse(fs.readFileSync(rowFile, "utf8"));
      } catch {
        row.problem = `nothing was measured (the measuring process ended with ${String(code)})`;
      }
      if (row.done !== true && row.problem === undefined)
        row.problem = late ? `not done within ${values.minutes} minutes` : `the measuring process ended with ${String(code)}`;
      resolve(row);
    });
  });
}

async function rowOf(folder) {
  const copy = workingCopy(folder, temporary);
  try {
    const problem = installPackages(copy.folder);
    return problem === null ? await measure(copy.folder) : { name: path.basename(folder), problem };
  } finally {
    copy.remove();
  }
}

const number = (value) => (value === null || value === undefined ? "–" : value.toFixed(2));
function print(row) {
  if (row.tests === undefined) {
    console.log(`${row.name}: not measured: ${row.problem}`);
    return;
  }
  const { mutants } = row;
  console.log(
    [
      `${row.name}: ${String(row.files)} files, ${String(row.tests)} tests, ${String(row.agreeing)} agree`,
      ...(mutants === undefined
        ? []
        : [
            `${String(mutants.compared - mutants.differing.length)} of ${String(mutants.compared)} mutants agree (${String(mutants.killed)} killed)`,
          ]),
      `native ${String(row.nativeMs)} ms by ${row.runner.kind} ${row.runner.version ?? ""}`,
      `cold ${String(row.coldMs)} ms = ${number(row.coldRatio)}, edit ${String(row.editMs ?? "–")} ms = ${number(row.editRatio)}`,
      `types ${number(row.typecheckColdRatio)} / ${number(row.typecheckEditRatio)}, gate flow ${number(row.gateFlowRatio)}`,
    ].join("; "),
  );
  if (row.runner.note !== null) console.log(`   native: ${row.runner.note}`);
  for (const one of row.differing.slice(0, 20))
    console.log(
      `   ${one.id}: native ${one.native}, browser ${one.browser}: ${one.message || one.nativeMessage} [${one.reason ?? "NOT EXPLAINED"}]`,
    );
  if (row.differing.length > 20) console.log(`   and ${String(row.differing.length - 20)} more`);
  for (const one of mutants?.differing ?? [])
    console.log(
      `   mutant ${one.mutant}: ${one.error ?? `only native ${one.onlyNative.join(", ") || "none"}; only browser ${one.onlyBrowser.join(", ") || "none"}`} [${one.reason ?? "NOT EXPLAINED"}]`,
    );
  if (row.silent !== undefined) console.log(`   native: no test was reported of ${row.silent.join(", ")}: not compared`);
  for (const what of row.unknown ?? []) console.log(`   unknown: ${what}`);
  if (row.problem !== undefined) console.log(`   not finished: ${row.problem}`);
}

const median = (list) => {
  const sorted = list.filter((each) => typeof each === "number").sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const half = sorted.length >> 1;
  return Number((sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2).toFixed(3));
};

const rows = [];
function report() {
  const measured = rows.filter((row) => row.tests !== undefined);
  const ratio = (key) => median(measured.map((row) => row[key]));
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: {
      cores: os.cpus().length,
      model: os.cpus()[0]?.model,
      memoryGb: Math.round(os.totalmem() / 2 ** 30),
      node: process.versions.node,
    },
    rows,
    summary: {
      repositories: rows.length,
      agreeing: measured.filter((row) => row.differing.length === 0 && (row.mutants?.differing.length ?? 0) === 0).length,
      tests: measured.reduce((sum, row) => sum + row.tests, 0),
      differing: measured.reduce((sum, row) => sum + row.differing.length, 0),
      unexplained: measured.reduce((sum, row) => sum + row.unexplained, 0),
      coldRatio: ratio("coldRatio"),
      editRatio: ratio("editRatio"),
      typecheckColdRatio: ratio("typecheckColdRatio"),
      typecheckEditRatio: ratio("typecheckEditRatio"),
      gateFlowRatio: ratio("gateFlowRatio"),
    },
  };
}

const root = path.resolve(values.repos);
removeStaleCopies(root);
for (const entry of fs.readdirSync(root).sort()) {
  const folder = path.join(root, entry);
  if (entry.startsWith(".") || !fs.existsSync(path.join(folder, "package.json"))) continue;
  if (values.only !== undefined && !entry.includes(values.only.replace("/", "+")) && !entry.includes(values.only.split("/").at(-1)))
    continue;
  let row;
  try {
    row = await rowOf(folder);
  } catch (error) {
    row = { name: entry, problem: error instanceof Error ? error.message.slice(0, 300) : String(error) };
  }
  rows.push(row);
  print(row);
  if (values.json !== undefined) fs.writeFileSync(values.json, `${JSON.stringify(report(), null, 2)}\n`);
}
console.log(JSON.stringify(report().summary, null, 2));
fs.rmSync(temporary, { recursive: true, force: true });
process.exit(0);
