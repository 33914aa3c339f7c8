/**
 * One repository, in a process of its own (`node measure.mjs <folder> <row.json> <mutants>`): the row is written after
 * every step, so that whoever ends this process for taking too long keeps what was measured until then.
 */
import fs from "node:fs";
import path from "node:path";
import { packDependencies, packRepository } from "../../sandbox/folder.mjs";
import { harnessServer, launchChromium, openHarness } from "../../sandbox/harness.mjs";
import { compare, failing, reasons, testsOf } from "./compare.mjs";
import { listSources, mutantGenerator, mutantsOf } from "./mutants.mjs";
import { nativeRunner, nativeTypecheck, packageRootOf } from "./native.mjs";
import { replaceFile } from "./working-copy.mjs";

const [folder, rowFile, wanted, endsAt] = process.argv.slice(2);
const MUTANTS = Number(wanted);
const reporter = new URL("./node-test-reporter.mjs", import.meta.url).href;
/** A suite that takes longer is run once, and its mutants by the files that reach them. */
const LONG_MS = 20_000;
/** From the packages' arrival to the first run: a person reads a ticket, a model thinks. */
const READING_MS = 10_000;
const row = { name: path.basename(folder) };
const keep = (more) => {
  Object.assign(row, more);
  fs.writeFileSync(rowFile, JSON.stringify(row));
};
const left = () => Number(endsAt) - Date.now();
const lower = (list) => (list.length === 0 ? null : Math.min(...list));
const over = (a, b) => (a === null || b === null || a === undefined || b === undefined ? null : Number((a / b).toFixed(3)));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const bounded = (promise, ms, what) =>
  Promise.race([
    promise,
    pause(ms).then(() => {
      throw new Error(`${what} took longer than ${String(Math.round(ms / 1000))} s in the browser`);
    }),
  ]);

const memory = new Map([["/deps.pack", packDependencies(folder, { types: true })]]);
const server = await harnessServer({ memory });
const browser = await launchChromium();
/**
 * A page as it is when a repository was opened and a person reads its tickets: workers are started, TypeScript has parsed;
 * nothing of the repository ran or is compiled yet.
 */
async function opened(repo) {
  const page = await openHarness(browser, server.url);
  await bounded(
    page.evaluate((repository) => window.fixgate.warm(3, 2, repository), { repo, deps: "/deps.pack", packageRoot }),
    120_000,
    "getting ready",
  );
  await pause(READING_MS);
  return page;
}
let packs = 0;
const pack = (changes = {}) => {
  const name = `/repo-${String(++packs)}.pack`;
  memory.set(name, packRepository(folder, changes));
  return name;
};
const call = (page, method, input, what) =>
  bounded(
    page.evaluate(([name, argument]) => window.fixgate[name](argument), [method, input]),
    Math.max(10_000, Math.min(left() - 2000, 300_000)),
    what,
  );
const packageRoot = packageRootOf(folder);
/** A candidate or a mutant runs with base as its inputs, as in the app. */
const run = (page, repo, { inputs = repo, ...options } = {}) =>
  call(page, "run", { repo, inputs, deps: "/deps.pack", lanes: 2, packageRoot, options }, "the suite");

try {
  const native = await nativeRunner(folder, Math.min(300_000, left() / 3), reporter, packageRoot);
  const first = await native.run();
  const natives = [first];
  if (first.ms < LONG_MS) natives.push(await native.run());
  const nativeMs = lower(natives.map(({ ms }) => ms));
  // What native runs don't agree on among themselves is no measure for anybody.
  const unsteady = new Set(compare(natives[0].tests, natives.at(-1).tests).differing.map(({ id }) => id));
  keep({
    runner: native.runner,
    ...(packageRoot === "" ? {} : { packageRoot }),
    files: first.files.length,
    nativeTests: [...first.tests.values()].flat().length,
    nativeMs,
    ...(unsteady.size > 0 ? { unsteady: [...unsteady] } : {}),
    ...(first.silent.length > 0 ? { silent: first.silent } : {}),
  });

  const base = pack();
  let page = await opened(base);
  const cold = await run(page, base);
  if (!cold.ok) throw new Error(`the sandbox says ${cold.error.kind}: ${cold.error.message ?? ""} ${cold.error.advice ?? ""}`);
  const colds = [cold.totalMs];
  if (first.ms < LONG_MS) {
    await page.evaluate(() => window.fixgate.dispose());
    await page.close();
    page = await opened(base);
    const again = await run(page, base);
    if (again.ok) colds.push(again.totalMs);
  }
  const said = compare(first.tests, testsOf(cold.value), reasons(cold.value));
  const silent = new Set(first.silent);
  const isSilent = ({ id, native: state }) => state === "missing" && silent.has(id.slice(0, id.indexOf(" > ")));
  said.differing = said.differing.filter((one) => !unsteady.has(one.id) && !isSilent(one));
  keep({
    tests: said.agreeing + said.differing.length,
    agreeing: said.agreeing,
    pairedByPosition: said.renamed,
    differing: said.differing,
    unexplained: said.differing.filter(({ reason }) => reason === null).length,
    unknown: [...new Set(cold.value.unsupported.filter((each) => each.affects).map(({ what }) => what))],
    notes: cold.value.notes,
    coldMs: lower(colds),
    coldRatio: over(lower(colds), nativeMs),
  });

  const sources = listSources(folder, packageRoot);
  const edited = sources[0];
  const edits = [];
  for (let turn = 0; turn < 3 && edited !== undefined; turn++) {
    const repo = pack({ [edited]: `${fs.readFileSync(path.join(folder, edited), "utf8")}\n// ${String(turn)}\n` });
    await bounded(
      page.evaluate(() => window.fixgate.warm(0)),
      120_000,
      "getting spares ready",
    );
    const one = await run(page, repo, { inputs: base });
    if (one.ok) edits.push(one.totalMs);
  }
  const edit = lower(edits);
  keep({ editMs: edit, editRatio: over(edit, nativeMs) });

  const types = await nativeTypecheck(path.join(folder, packageRoot), Math.min(180_000, left() / 3), folder);
  if (types !== null) {
    const check = (repo) => call(page, "check", { repo, inputs: base, deps: "/deps.pack", packageRoot }, "the type check");
    const coldTypes = await check(base);
    const editTypes = edited === undefined ? null : await check("/repo-2.pack");
    const mine = coldTypes.ok
      ? coldTypes.value.diagnostics.map(
          ({ path: file, line, code }) => `${file}:${String(line)} ${typeof code === "number" ? `TS${String(code)}` : code}`,
        )
      : [];
    keep({
      typecheck: {
        native: types.version,
        nativeMs: types.ms,
        nativeDiagnostics: types.diagnostics.length,
        browserDiagnostics: coldTypes.ok ? mine.length : null,
        onlyNative: types.diagnostics.filter((one) => !mine.includes(one)).slice(0, 5),
        onlyBrowser: mine.filter((one) => !types.diagnostics.includes(one)).slice(0, 5),
        state: coldTypes.ok ? (coldTypes.value.state ?? null) : `${coldTypes.error.kind}: ${coldTypes.error.message ?? ""}`,
        unsupported: coldTypes.ok ? (coldTypes.value.unsupported ?? []) : [],
        coldMs: coldTypes.ok ? coldTypes.totalMs : null,
        editMs: editTypes?.ok ? editTypes.totalMs : null,
      },
      typecheckColdRatio: coldTypes.ok ? over(coldTypes.totalMs, types.ms) : null,
      typecheckEditRatio: editTypes?.ok ? over(editTypes.totalMs, types.ms) : null,
    });
  }

  const mutants = MUTANTS === 0 ? [] : mutantsOf(folder, sources, await mutantGenerator(), MUTANTS);
  const mutantRow = {
    wanted: Math.min(MUTANTS, mutants.length),
    compared: 0,
    killed: 0,
    onlyReached: first.ms >= LONG_MS,
    differing: [],
    skipped: 0,
  };
  let mutantNative = 0;
  let mutantBrowser = 0;
  const limit = Math.max(20_000, nativeMs * 3);
  const unreached = new Set();
  for (const { file, text, what } of mutants) {
    if (mutantRow.compared >= MUTANTS) break;
    if (unreached.has(file)) continue;
    // As long as the one before took, and a pack: else the row says how many there was time for.
    if (left() < limit + 15_000) break;
    const original = fs.readFileSync(path.join(folder, file));
    const reached = mutantRow.onlyReached && native.runner.kind !== "node:test";
    replaceFile(path.join(folder, file), text);
    let there = null;
    try {
      there = reached
        ? await native.run(["related", path.relative(packageRoot, file), "--testTimeout=5000"], limit)
        : await native.run(["--testTimeout=5000"], limit);
    } catch {
      mutantRow.skipped++; // hung or broke natively: nothing to compare with
    } finally {
      replaceFile(path.join(folder, file), original);
    }
    if (there === null) continue;
    if (reached && there.files.length === 0) {
      unreached.add(file);
      continue;
    }
    const repo = pack({ [file]: text });
    const here = await run(page, repo, { inputs: base, fileDeadlineMs: 30_000, ...(reached ? { files: there.files } : {}) });
    memory.delete(repo);
    mutantRow.compared++;
    if (!here.ok) {
      mutantRow.differing.push({ mutant: what, error: here.error.kind });
      continue;
    }
    mutantNative += there.ms;
    mutantBrowser += here.totalMs;
    if (failing(there.tests).size > 0) mutantRow.killed++;
    const known = new Set([...said.differing.map(({ id }) => id), ...unsteady]);
    const odd = compare(there.tests, testsOf(here.value), reasons(here.value)).differing.filter(
      (one) => !known.has(one.id) && !isSilent(one) && (one.native === "fail") !== (one.browser === "fail"),
    );
    if (odd.length > 0)
      mutantRow.differing.push({
        mutant: what,
        onlyNative: odd
          .filter((one) => one.native === "fail")
          .map(({ id, nativeMessage }) => `${id}: ${nativeMessage}`)
          .slice(0, 5),
        onlyBrowser: odd
          .filter((one) => one.browser === "fail")
          .map(({ id, message }) => `${id}: ${message}`)
          .slice(0, 5),
        reason: odd.every((one) => one.reason !== null) ? odd[0].reason : null,
      });
    keep({ mutants: { ...mutantRow, nativeMs: mutantNative, browserMs: mutantBrowser } });
  }
  // Baseline twice, base with the tests, candidate three times, the mutants, the type check twice.
  const typesMs =
    row.typecheck?.coldMs != null && row.typecheck.editMs != null ? row.typecheck.coldMs + row.typecheck.editMs : null;
  keep({
    mutants: { ...mutantRow, nativeMs: mutantNative, browserMs: mutantBrowser },
    gateFlowRatio:
      edit === null
        ? null
        : over(
            row.coldMs + 5 * edit + mutantBrowser + (typesMs ?? 0),
            6 * nativeMs + mutantNative + (typesMs === null ? 0 : 2 * row.typecheck.nativeMs),
          ),
    done: true,
  });
} catch (error) {
  keep({ problem: error instanceof Error ? error.message.split("\n")[0].slice(0, 300) : String(error) });
} finally {
  await Promise.race([browser.close(), pause(5000)]);
  server.close();
  process.exit(0);
}
