/**
 * `npm run bench:parity -- --repos <folder> [--only <repo>] [--json <file>] [--mutants <n>]`: each repository's suite by its
 * own Vitest and in the embedded sandbox, test by test; then one-line mutants of its source, on which the failing sets must
 * agree. Times are compared as ratios within one run: these machines are noisy.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { compare, nativeResults } from "../sandbox/drive.mjs";
import { packDependencies, packRepository } from "../sandbox/folder.mjs";
import { harnessServer, launchChromium, openHarness, root } from "../sandbox/harness.mjs";

const { values } = parseArgs({
  options: { repos: { type: "string" }, only: { type: "string" }, json: { type: "string" }, mutants: { type: "string" } },
});
if (values.repos === undefined) {
  console.log("skipped: no folder given (--repos <folder of repositories>)");
  process.exit(0);
}
const MUTANTS = Number(values.mutants ?? 20);
const median = (list) => {
  const sorted = list.filter((each) => Number.isFinite(each)).sort((a, b) => a - b);
  return sorted.length === 0 ? null : Number(sorted[Math.floor(sorted.length / 2)].toFixed(3));
};

async function mutantMaker() {
  const out = path.join(root, ".cache/bench/generate.mjs");
  await build({
    entryPoints: [path.join(root, "workers/analysis/mutate/generate.ts")],
    outfile: out,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return (await import(pathToFileURL(out).href)).generateMutants;
}

function install(folder) {
  if (fs.existsSync(path.join(folder, "node_modules"))) return null;
  for (const args of [
    ["ci", "--ignore-scripts"],
    ["install", "--ignore-scripts", "--legacy-peer-deps", "--no-package-lock"],
  ]) {
    if (spawnSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder }).status === 0) return null;
    fs.rmSync(path.join(folder, "node_modules"), { recursive: true, force: true });
  }
  return "its packages could not be installed";
}

function nativeTypecheck(folder) {
  if (!fs.existsSync(path.join(folder, "tsconfig.json"))) return null;
  const from = performance.now();
  const done = spawnSync("npx", ["tsc", "--noEmit", "-p", "."], { cwd: folder, encoding: "utf8" });
  return { ms: performance.now() - from, diagnostics: (done.stdout.match(/error TS\d+/g) ?? []).length };
}

const failingOf = (report) =>
  new Set(
    report.files.flatMap((file) => [
      ...file.tests.filter((test) => test.state === "fail").map((test) => [file.path, ...test.titles].join(" > ")),
      ...(file.errors.length > 0 && file.tests.length === 0 ? [file.path] : []),
    ]),
  );
const failingNative = (native) =>
  new Set([...native.tests].filter(([, states]) => states.some((one) => one.state === "fail")).map(([id]) => id));

async function measure(folder, generateMutants) {
  const name = path.basename(folder);
  const problem = install(folder);
  if (problem !== null) return { name, problem };
  const memory = new Map([
    ["/repo.pack", packRepository(folder)],
    ["/deps.pack", packDependencies(folder)],
  ]);
  const server = await harnessServer({ memory });
  const browser = await launchChromium();
  try {
    const page = await openHarness(browser, server.url);
    const runBrowser = (repo, options = {}) =>
      page.evaluate((input) => window.fixgate.run(input), { repo, deps: "/deps.pack", lanes: 2, options });
    const native = nativeResults(folder);
    const cold = await runBrowser("/repo.pack");
    if (!cold.ok) return { name, problem: `the sandbox says ${cold.error.kind}: ${cold.error.message ?? ""}` };
    const said = compare(native, cold.value);
    const unknown = cold.value.unsupported.filter((each) => each.affects).map((each) => each.what);

    const sources = listSources(folder);
    const edited = sources[0];
    const editRuns = [];
    for (let turn = 0; turn < 2 && edited !== undefined; turn++) {
      memory.set(
        `/edit-${String(turn)}.pack`,
        packRepository(folder, { [edited]: `${fs.readFileSync(path.join(folder, edited), "utf8")}\n// ${String(turn)}\n` }),
      );
      await page.evaluate(() => window.fixgate.warm(4));
      await new Promise((resolve) => setTimeout(resolve, 3000));
      const run = await runBrowser(`/edit-${String(turn)}.pack`);
      if (run.ok) editRuns.push(run.totalMs);
    }

    const types = nativeTypecheck(folder);
    const typesCold =
      types && (await page.evaluate((input) => window.fixgate.check(input), { repo: "/repo.pack", deps: "/deps.pack" }));
    const typesEdit =
      types &&
      editRuns.length > 0 &&
      (await page.evaluate((input) => window.fixgate.check(input), { repo: "/edit-0.pack", deps: "/deps.pack" }));

    const mutants = mutantsOf(folder, sources, generateMutants).slice(0, MUTANTS);
    let mutantNative = 0;
    let mutantBrowser = 0;
    const mutantDiffers = [];
    for (const [index, { file, text, what }] of mutants.entries()) {
      const original = fs.readFileSync(path.join(folder, file));
      fs.writeFileSync(path.join(folder, file), text);
      let there;
      try {
        there = nativeResults(folder, ["--testTimeout=5000"]);
      } catch {
        there = null; // native Vitest hung or broke: nothing to compare with
      } finally {
        fs.writeFileSync(path.join(folder, file), original);
      }
      memory.set("/mutant.pack", packRepository(folder, { [file]: text }));
      const here = await runBrowser("/mutant.pack", { fileDeadlineMs: 30_000 });
      memory.delete("/mutant.pack");
      if (there === null || !here.ok) continue;
      mutantNative += there.ms;
      mutantBrowser += here.totalMs;
      const [a, b] = [failingNative(there), failingOf(here.value)];
      const onlyNative = [...a].filter((id) => !b.has(id));
      const onlyBrowser = [...b].filter((id) => !a.has(id));
      if (onlyNative.length > 0 || onlyBrowser.length > 0)
        mutantDiffers.push({
          mutant: `${String(index)} ${what}`,
          onlyNative: onlyNative.slice(0, 3),
          onlyBrowser: onlyBrowser.slice(0, 3),
        });
    }

    const edit = median(editRuns);
    const row = {
      name,
      files: native.files,
      tests: said.agreeing + said.differing.length,
      agreeing: said.agreeing,
      differing: said.differing.map((one) => ({ id: one.id, native: one.native, browser: one.browser, message: one.message })),
      unknown,
      mutants: mutants.length,
      mutantDiffers,
      nativeMs: native.ms,
      coldMs: cold.totalMs,
      editMs: edit,
      coldRatio: cold.totalMs / native.ms,
      editRatio: edit === null ? NaN : edit / native.ms,
      typecheckColdRatio: types && typesCold?.ok ? typesCold.totalMs / types.ms : NaN,
      typecheckEditRatio: types && typesEdit?.ok ? typesEdit.totalMs / types.ms : NaN,
      // Baseline twice, base with tests, candidate three times, the mutants, type check twice.
      gateFlowRatio:
        edit === null
          ? NaN
          : (cold.totalMs + 5 * edit + mutantBrowser + (typesCold?.ok ? typesCold.totalMs + (typesEdit?.totalMs ?? 0) : 0)) /
            (6 * native.ms + mutantNative + (types ? 2 * types.ms : 0)),
    };
    console.log(
      `${name}: ${String(row.files)} files, ${String(row.tests)} tests, ${String(row.agreeing)} agree; ${String(mutants.length - mutantDiffers.length)} of ${String(mutants.length)} mutants agree; native ${String(native.ms)} ms, cold ${row.coldRatio.toFixed(2)}, edit ${row.editRatio.toFixed(2)}, types ${row.typecheckColdRatio.toFixed(2)} / ${row.typecheckEditRatio.toFixed(2)}, gate flow ${row.gateFlowRatio.toFixed(2)}`,
    );
    for (const one of row.differing) console.log(`   ${one.id}: native ${one.native}, browser ${one.browser} ${one.message ?? ""}`);
    for (const one of mutantDiffers)
      console.log(`   mutant ${one.mutant}: only native ${one.onlyNative.join(", ")}; only browser ${one.onlyBrowser.join(", ")}`);
    for (const what of unknown) console.log(`   unknown: ${what}`);
    return row;
  } finally {
    await browser.close();
    server.close();
  }
}

function listSources(folder) {
  const walk = (at) =>
    fs.readdirSync(path.join(folder, at), { withFileTypes: true }).flatMap((entry) => {
      const name = path.posix.join(at, entry.name);
      if (/node_modules|\.git$|^dist|__tests__|\.(test|spec|d)\.|\.test-d\./.test(name)) return [];
      return entry.isDirectory() ? walk(name) : /\.[cm]?tsx?$/.test(entry.name) ? [name] : [];
    });
  for (const at of ["src", "lib", "packages", "."]) {
    if (!fs.existsSync(path.join(folder, at))) continue;
    const found = walk(at).filter((name) => at !== "." || !/config|bench/.test(name));
    if (found.length > 0)
      return found.sort((a, b) => fs.statSync(path.join(folder, b)).size - fs.statSync(path.join(folder, a)).size);
  }
  return [];
}

/** Spread over the files, so that twenty mutants are not twenty readings of one function. */
function mutantsOf(folder, sources, generateMutants) {
  const each = sources.slice(0, 10).map((file) => {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    try {
      return generateMutants({ path: file, before: null, after: text })
        .filter((mutant) => mutant.place.line === mutant.place.endLine)
        .filter((_, index, all) => index % Math.max(1, Math.floor(all.length / 8)) === 0)
        .map((mutant) => ({
          file,
          what: `${file}:${String(mutant.place.line)} ${mutant.original} -> ${mutant.replacement}`,
          text: text.slice(0, mutant.from) + mutant.replacement + text.slice(mutant.to),
        }));
    } catch {
      return [];
    }
  });
  return Array.from({ length: 8 }, (_, index) => each.flatMap((list) => list.slice(index, index + 1))).flat();
}

const generateMutants = await mutantMaker();
const rows = [];
for (const entry of fs.readdirSync(values.repos).sort()) {
  const folder = path.join(path.resolve(values.repos), entry);
  if (!fs.existsSync(path.join(folder, "package.json"))) continue;
  if (values.only !== undefined && !entry.includes(values.only.replace("/", "+")) && !entry.includes(values.only.split("/").at(-1)))
    continue;
  try {
    rows.push(await measure(folder, generateMutants));
  } catch (error) {
    rows.push({ name: entry, problem: error instanceof Error ? error.message.slice(0, 300) : String(error) });
  }
  const last = rows.at(-1);
  if (last.problem !== undefined) console.log(`${last.name}: not measured: ${last.problem}`);
}
const measured = rows.filter((row) => row.problem === undefined);
const ratio = (key) => median(measured.map((row) => row[key]));
const summary = {
  repositories: rows.length,
  agreeing: measured.filter((row) => row.differing.length === 0 && row.mutantDiffers.length === 0).length,
  tests: measured.reduce((sum, row) => sum + row.tests, 0),
  differing: measured.reduce((sum, row) => sum + row.differing.length, 0),
  coldRatio: ratio("coldRatio"),
  editRatio: ratio("editRatio"),
  typecheckColdRatio: ratio("typecheckColdRatio"),
  typecheckEditRatio: ratio("typecheckEditRatio"),
  gateFlowRatio: ratio("gateFlowRatio"),
};
console.log(JSON.stringify(summary, null, 2));
if (values.json !== undefined)
  fs.writeFileSync(
    values.json,
    `${JSON.stringify({ machine: { cores: os.cpus().length, node: process.versions.node }, rows, summary }, null, 2)}\n`,
  );
process.exit(0);
