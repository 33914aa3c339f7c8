/**
 * The suite and the type check by the repository's own programs, started without a package manager's wrapper, so that
 * its start-up is not counted against them. One shape of results for Vitest, Jest and Node's runner.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const OWN_MODULES = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../node_modules");
const STATES = { passed: "pass", failed: "fail", skipped: "skip", pending: "skip", disabled: "skip", todo: "todo" };

/** A process with a deadline for it and all that it started. */
export function runProcess(command, args, { cwd, timeoutMs, env = {} }) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, args, { cwd, detached: true, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
    const chunks = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"])
      child[name].on("data", (data) => {
        if (chunks[name].length < 1 << 22) chunks[name] += data;
      });
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup(child);
    }, timeoutMs);
    const finish = (code) => {
      clearTimeout(timer);
      resolve({ ...chunks, code, timedOut, ms: Math.round(performance.now() - started) });
    };
    child.on("error", () => finish(-1));
    child.on("close", finish);
  });
}

export function endGroup(child) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

/** As Node looks for it: beside the package, then upwards. */
function packageFolder(folder, name) {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = path.join(at, "node_modules", name);
    if (fs.existsSync(path.join(found, "package.json"))) return found;
    if (at === path.dirname(at)) return null;
  }
}
function versionOf(folder, name) {
  const found = packageFolder(folder, name);
  return found === null ? null : JSON.parse(fs.readFileSync(path.join(found, "package.json"), "utf8")).version;
}
const moduleOf = (folder, name, file) => path.join(packageFolder(folder, name) ?? path.join(folder, "node_modules", name), file);

const namesVitest = (folder) => {
  const json = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  return /\bvitest\b/.test(JSON.stringify([json.scripts, json.devDependencies, json.dependencies]));
};

/** "" or, in a workspace whose root has no tests of its own, its package with the most test files. */
export function packageRootOf(folder) {
  if (namesVitest(folder) || runnerOf(folder).kind !== "vitest") return "";
  const candidates = ["packages", "libs", "apps"].flatMap((name) =>
    fs.existsSync(path.join(folder, name)) ? fs.readdirSync(path.join(folder, name)).map((one) => `${name}/${one}`) : [],
  );
  const counted = candidates
    .filter((one) => fs.existsSync(path.join(folder, one, "package.json")) && namesVitest(path.join(folder, one)))
    .map((one) => ({ one, tests: testFilesIn(path.join(folder, one)).length }));
  return counted.sort((a, b) => b.tests - a.tests)[0]?.one ?? "";
}

/** Which program runs this repository's tests. */
export function runnerOf(folder) {
  const json = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const named = { ...json.dependencies, ...json.devDependencies };
  const scripts = Object.values(json.scripts ?? {}).join("\n");
  const vitest = versionOf(folder, "vitest");
  if (named.vitest !== undefined || /\bvitest\b/.test(scripts))
    return { kind: "vitest", version: vitest, module: moduleOf(folder, "vitest", "vitest.mjs") };
  if (named.jest !== undefined || /\bjest\b/.test(scripts))
    return { kind: "jest", version: versionOf(folder, "jest"), module: moduleOf(folder, "jest", "bin/jest.js") };
  if (/node\b.*--test\b|\bbnt\b/.test(scripts)) return { kind: "node:test", version: process.versions.node, module: null };
  return { kind: "vitest", version: vitest, module: moduleOf(folder, "vitest", "vitest.mjs") };
}

/** Our Vitest in the place of the repository's own: for versions that Node 20 can't run, and where none is installed. */
function replaceVitest(folder) {
  const modules = path.join(folder, "node_modules");
  fs.mkdirSync(modules, { recursive: true });
  for (const name of ["vitest", "@vitest", "vite"]) {
    fs.rmSync(path.join(modules, name), { recursive: true, force: true });
    fs.symlinkSync(path.join(OWN_MODULES, name), path.join(modules, name));
  }
  return path.join(modules, "vitest/vitest.mjs");
}

/** @returns an object whose `run(args)` gives { tests, files, ms } or throws with the runner's last words. */
export async function nativeRunner(repository, timeoutMs, reporter, packageRoot = "") {
  const folder = path.join(repository, packageRoot);
  const runner = runnerOf(folder);
  const out = path.join(os.tmpdir(), `fixgate-native-${String(process.pid)}.json`);
  const real = fs.realpathSync(repository);
  let { module } = runner;
  let note = null;

  async function once(args, limit) {
    fs.rmSync(out, { force: true });
    const done = await runProcess(process.execPath, commandOf(args), {
      cwd: folder,
      timeoutMs: limit,
      env: { CI: "true", FORCE_COLOR: "0", FIXGATE_NODE_TEST_OUT: out, NODE_OPTIONS: "" },
    });
    if (!fs.existsSync(out)) {
      const words = (done.stderr || done.stdout).trim().split("\n").filter(Boolean);
      throw Object.assign(
        new Error(done.timedOut ? `took longer than ${String(limit / 1000)} s` : words.slice(0, 3).join(" ").slice(0, 300)),
        {
          timedOut: done.timedOut,
        },
      );
    }
    const json = JSON.parse(fs.readFileSync(out, "utf8"));
    fs.rmSync(out);
    return { ...read(json, real), ms: done.ms };
  }
  function commandOf(args) {
    const related = args[0] === "related" ? args[1] : null;
    if (runner.kind === "vitest")
      return [
        module,
        ...(related === null ? ["run", ...args] : ["related", "--run", ...args.slice(1)]),
        "--reporter=json",
        `--outputFile=${out}`,
      ];
    if (runner.kind === "jest")
      return [module, "--ci", "--json", `--outputFile=${out}`, ...(related === null ? [] : ["--findRelatedTests", related])];
    const files = testFilesIn(folder);
    const typescript = files.some((file) => /\.[cm]?tsx?$/.test(file)) && versionOf(folder, "tsx") !== null;
    return [...(typescript ? ["--import", "tsx"] : []), "--test", `--test-reporter=${reporter}`, ...files];
  }

  return {
    get runner() {
      return { kind: runner.kind, version: runner.version, note };
    },
    async run(args = [], limit = timeoutMs) {
      if (runner.kind !== "vitest" || note !== null) return once(args, limit);
      if (runner.version !== null) {
        try {
          const result = await once(args, limit);
          if (result.tests.size > 0 || args.length > 0) return result;
        } catch (error) {
          if (error.timedOut || args.length > 0) throw error;
          note = `vitest ${runner.version} does not run on Node ${process.versions.node} (${error.message.slice(0, 120)})`;
        }
      }
      note ??= runner.version === null ? "no vitest is installed" : `vitest ${runner.version} found no test`;
      note += `; ${JSON.parse(fs.readFileSync(path.join(OWN_MODULES, "vitest/package.json"), "utf8")).version} ran in its place`;
      module = replaceVitest(folder);
      return once(args, limit);
    },
  };
}

function testFilesIn(folder) {
  const walk = (at) =>
    fs.readdirSync(path.join(folder, at), { withFileTypes: true }).flatMap((entry) => {
      const name = path.posix.join(at, entry.name);
      if (entry.name === "node_modules" || entry.name === ".git") return [];
      return entry.isDirectory() ? walk(name) : /\.(test|spec)\.[cm]?[jt]sx?$/.test(entry.name) ? [name] : [];
    });
  return walk(".");
}

/** Jest's JSON, which Vitest's reporter writes too and ours for Node's runner as well. */
function read(json, real) {
  const tests = new Map();
  const add = (id, one) => tests.set(id, [...(tests.get(id) ?? []), one]);
  const plain = (text) => text.replaceAll(`file://${real}`, "<root>").replaceAll(real, "<root>");
  const files = [];
  for (const file of json.testResults) {
    const name = path.relative(real, file.name).replaceAll("\\", "/");
    files.push(name);
    if (file.assertionResults.length === 0 && file.status === "failed")
      add(`${name} > (does not load)`, { state: "fail", message: plain((file.message ?? "").split("\n")[0]) });
    for (const one of file.assertionResults) {
      // Of a type test, Vitest's reporter names the file among the suites.
      const suites = one.ancestorTitles[0] === name ? one.ancestorTitles.slice(1) : one.ancestorTitles;
      add(plain([name, ...suites, one.title].join(" > ")), {
        state: STATES[one.status] ?? one.status,
        message: plain((one.failureMessages?.[0] ?? "").split("\n")[0]),
      });
    }
  }
  /** Files of which the runner told no test, and no failure either: nothing to compare with. */
  const silent = json.testResults
    .filter((file) => file.assertionResults.length === 0 && file.status !== "failed")
    .map((file) => path.relative(real, file.name).replaceAll("\\", "/"));
  return { tests, files, silent };
}

/** The repository's own tsc; null where it has no tsconfig.json. */
export async function nativeTypecheck(folder, timeoutMs, prefix = folder) {
  if (!fs.existsSync(path.join(folder, "tsconfig.json"))) return null;
  const own = moduleOf(folder, "typescript", "bin/tsc");
  const tsc = fs.existsSync(own) ? own : path.join(OWN_MODULES, "typescript/bin/tsc");
  const done = await runProcess(process.execPath, [tsc, "--noEmit", "-p", ".", "--pretty", "false"], { cwd: folder, timeoutMs });
  if (done.timedOut) return null;
  const diagnostics = [...done.stdout.matchAll(/^(.+?)\((\d+),\d+\): error (TS\d+)/gm)].map(
    ([, file, line, code]) => `${path.relative(prefix, path.resolve(folder, file))}:${line} ${code}`,
  );
  return {
    ms: done.ms,
    diagnostics,
    version: own === tsc ? versionOf(folder, "typescript") : `ours, ${versionOf(path.dirname(OWN_MODULES), "typescript")}`,
  };
}
