/**
 * `npm run bench:sizes -- [--sizes 100,1000,4500] [--folder <repository with node_modules>] [--json <file>]`: how time and
 * memory grow with the files of a repository. Generated ones (a test file for every four of source, each source importing
 * two others), or a folder that is given. Memory is the peak of what the browser's processes hold by themselves and share
 * in parts (PSS, from Linux's /proc), less what the empty page holds.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { packDependencies, packRepository } from "../sandbox/folder.mjs";
import { harnessServer, launchChromium, openHarness, root } from "../sandbox/harness.mjs";
import { nativeRunner } from "./parity/native.mjs";

const { values } = parseArgs({
  options: { sizes: { type: "string", default: "100,1000,4500" }, folder: { type: "string" }, json: { type: "string" } },
});
const NATIVE_LIMIT_MS = 900_000;
const SAMPLE_MS = 250;
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "fixgate-sizes-"));

function generate(size) {
  const folder = path.join(temporary, `generated-${String(size)}`);
  const put = (name, text) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  put("package.json", JSON.stringify({ name: `generated-${String(size)}`, type: "module", private: true }));
  put("vitest.config.ts", 'import { defineConfig } from "vitest/config";\nexport default defineConfig({ test: {} });\n');
  const sources = Math.floor(((size - 2) * 4) / 5);
  const place = (n) => `src/part-${String(n % 40)}/value-${String(n)}.ts`;
  for (let n = 0; n < sources; n++) {
    const used = n < 2 ? [] : [n - 1, n >> 1].filter((one, at, all) => one % 40 !== 0 && all.indexOf(one) === at);
    const imports = used.map((one) => `import { value${String(one)} } from "../part-${String(one % 40)}/value-${String(one)}";\n`);
    const sum = used.map((one) => ` + (of > ${String(one)} ? 0 : value${String(one)}(of + 1000000))`).join("");
    put(
      place(n),
      `${imports.join("")}export function value${String(n)}(of: number): number {\n  return of * ${String(n + 1)}${sum};\n}\n`,
    );
  }
  for (let n = 0; n < size - 2 - sources; n++) {
    const at = Math.min(n * 4, sources - 1);
    const tests = [1, 2, 3].map(
      (of) =>
        `  it("multiplies ${String(of)}", () => expect(value${String(at)}(${String(of + 2_000_000)})).toBe(${String((of + 2_000_000) * (at + 1))}));\n`,
    );
    put(
      `test/part-${String(n % 40)}/value-${String(at)}.test.ts`,
      `import { describe, expect, it } from "vitest";\nimport { value${String(at)} } from "../../${place(at).replace(/\.ts$/, "")}";\ndescribe("value ${String(at)}", () => {\n${tests.join("")}});\n`,
    );
  }
  fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

function heldMb(pid) {
  const children = new Map();
  for (const entry of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const parent = Number(/^\d+ \(.*\) \S (\d+)/s.exec(fs.readFileSync(`/proc/${entry}/stat`, "utf8"))?.[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
    } catch {
      continue; // ended meanwhile
    }
  }
  let kb = 0;
  const visit = (one) => {
    try {
      kb += Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${String(one)}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      return; // ended meanwhile
    }
    for (const child of children.get(one) ?? []) visit(child);
  };
  visit(pid);
  return Math.round(kb / 1024);
}

async function watchingMemory(work) {
  const own = () => {
    // Ours, and whatever we started; without ourselves: that is the browser.
    return heldMb(process.pid) - Math.round(process.memoryUsage.rss() / 2 ** 20);
  };
  const before = own();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, own());
  }, SAMPLE_MS);
  try {
    return { ...(await work()), peakMb: Math.max(peak, own()) - before };
  } finally {
    clearInterval(timer);
  }
}

async function rowOf(folder) {
  const count = (list) => list.length;
  const native = await nativeRunner(folder, NATIVE_LIMIT_MS, new URL("./parity/node-test-reporter.mjs", import.meta.url).href);
  const there = await native.run();
  const repository = packRepository(folder);
  const memory = new Map([
    ["/repo.pack", repository],
    ["/deps.pack", packDependencies(folder)],
  ]);
  const files = JSON.parse(repository.subarray(4, 4 + repository.readUInt32LE(0)).toString()).index.map(([name]) => name);
  const edited = files.find((name) => /^src\/.*\.tsx?$/.test(name) && !/\.(test|spec)\./.test(name));
  if (edited !== undefined)
    memory.set(
      "/edited.pack",
      packRepository(folder, { [edited]: `${fs.readFileSync(path.join(folder, edited), "utf8")}\n// edited\n` }),
    );
  const server = await harnessServer({ memory });
  const browser = await launchChromium();
  try {
    const page = await openHarness(browser, server.url);
    await page.evaluate(() => window.fixgate.warm(3));
    const run = async (repo) => {
      const result = await page.evaluate((input) => window.fixgate.run(input), { repo, deps: "/deps.pack", lanes: 2 });
      if (!result.ok) throw new Error(`the sandbox says ${result.error.kind}: ${result.error.message ?? ""}`);
      return result;
    };
    const { cold, peakMb } = await watchingMemory(async () => ({ cold: await run("/repo.pack") }));
    await page.evaluate(() => window.fixgate.warm(0));
    const edit = edited === undefined ? null : await run("/edited.pack");
    const reports = cold.value.files.flatMap(({ tests }) => tests);
    return {
      name: path.basename(folder),
      files: count(files),
      testFiles: count(cold.value.files),
      tests: count(reports),
      passed: count(reports.filter(({ state }) => state === "pass")),
      nativeTests: count([...there.tests.values()].flat()),
      nativeMs: there.ms,
      openMs: cold.openMs,
      coldMs: cold.totalMs,
      editMs: edit?.totalMs ?? null,
      coldRatio: Number((cold.totalMs / there.ms).toFixed(3)),
      msPerTestFile: Number((cold.totalMs / count(cold.value.files)).toFixed(1)),
      peakMb,
    };
  } finally {
    await browser.close();
    server.close();
  }
}

const rows = [];
try {
  const folders =
    values.folder === undefined ? values.sizes.split(",").map((size) => () => generate(Number(size))) : [() => values.folder];
  for (const folder of folders) {
    const row = await rowOf(path.resolve(folder()));
    rows.push(row);
    console.log(
      `${row.name}: ${String(row.files)} files, ${String(row.testFiles)} of tests, ${String(row.passed)} of ${String(row.tests)} tests pass (native ${String(row.nativeTests)}); native ${String(row.nativeMs)} ms, opened in ${String(row.openMs)} ms, first run ${String(row.coldMs)} ms = ${row.coldRatio.toFixed(2)}, after an edit ${String(row.editMs ?? "–")} ms; ${String(row.msPerTestFile)} ms a test file; at most ${String(row.peakMb)} MB`,
    );
  }
} finally {
  fs.rmSync(temporary, { recursive: true, force: true });
}
if (values.json !== undefined)
  fs.writeFileSync(
    values.json,
    `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), machine: { cores: os.cpus().length, model: os.cpus()[0]?.model, node: process.versions.node }, rows }, null, 2)}\n`,
  );
process.exit(rows.length > 0 && rows.every((row) => row.passed === row.nativeTests) ? 0 : 1);
