/**
 * Runs a folder (a repository with its node_modules) in the embedded sandbox and, with `--native`, by its own Vitest,
 * and compares test by test. `node e2e/sandbox/drive.mjs <folder> [--native] [--runs n] [--spares n] [--only text]
 * [--no-isolation] [--show] [--lanes n] [--package path] [--json file]`
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { compare, reasons, testsOf } from "../bench/parity/compare.mjs";
import { nativeRunner } from "../bench/parity/native.mjs";
import { packDependencies, packRepository } from "./folder.mjs";
import { harnessServer, launchChromium, openHarness } from "./harness.mjs";

const [folder, ...rest] = process.argv.slice(2);
const flag = (name) => rest.includes(name);
const value = (name, otherwise) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : otherwise);
if (folder === undefined) throw new Error("which folder?");

const memory = new Map();
memory.set("/repo.pack", packRepository(folder));
memory.set("/deps.pack", packDependencies(folder));
console.log(
  `packed: repository ${String(memory.get("/repo.pack").length >> 10)} kB, node_modules ${String(memory.get("/deps.pack").length >> 10)} kB`,
);
const server = await harnessServer({ isolated: !flag("--no-isolation"), memory });
const browser = await launchChromium();
let last;
try {
  const page = await openHarness(browser, server.url);
  const watch = setInterval(() => {
    page
      .evaluate(() => JSON.stringify(window.harnessProgress))
      .then(
        (step) => console.error(`  ${step}`),
        () => undefined,
      );
  }, 10_000);
  watch.unref();
  const runs = Number(value("--runs", "2"));
  for (let index = 0; index < runs; index++) {
    const spares = Number(value("--spares", "0"));
    if (index > 0 && spares > 0) {
      await page.evaluate((count) => window.fixgate.warm(count), spares);
      await new Promise((resolve) => setTimeout(resolve, 500 * spares + 500));
    }
    const result = await page.evaluate((input) => window.fixgate.run(input), {
      repo: "/repo.pack",
      deps: "/deps.pack",
      lanes: Number(value("--lanes", "2")),
      packageRoot: value("--package", ""),
      options: {
        ...(flag("--only")
          ? {
              files: execFileSync("git", ["-C", folder, "ls-files"], { encoding: "utf8" })
                .split("\n")
                .filter((name) => name.includes(value("--only"))),
            }
          : {}),
        ...(flag("--seed") ? { shuffleSeed: Number(value("--seed")) } : {}),
      },
    });
    if (!result.ok) {
      console.log(`run ${String(index)}:`, result.error);
      continue;
    }
    last = result.value;
    const tests = last.files.flatMap((file) => file.tests);
    const count = (state) => tests.filter((test) => test.state === state).length;
    console.log(
      `run ${String(index)}: ${String(last.files.length)} files, ${String(tests.length)} tests, pass ${String(count("pass"))}, fail ${String(count("fail"))}, skip ${String(count("skip") + count("todo"))}, none ${String(count("none"))} in ${String(result.totalMs)} ms (open ${String(result.openMs)})`,
    );
    if (index === 0) {
      for (const file of last.files) {
        const odd =
          file.state !== "pass" ||
          file.end.kind !== "completed" ||
          (file.canaries?.mustPass ?? "pass") !== "pass" ||
          (file.canaries?.mustFail ?? "fail") !== "fail" ||
          file.tampering.length > 0 ||
          file.unhandled.length > 0 ||
          !file.frozen;
        if (!odd && !flag("--show")) continue;
        console.log(
          `  ${file.path}: ${file.state} ${JSON.stringify(file.end)} canaries ${file.canaries?.mustPass}/${file.canaries?.mustFail} frozen ${String(file.frozen)} ${String(file.durationMs)} ms`,
          file.tampering.slice(0, 3),
          file.unhandled.slice(0, 3).map((error) => error.message.slice(0, 300)),
        );
        for (const error of file.errors.slice(0, 3))
          console.log(
            `    ${error.phase}: ${error.name}: ${error.message.slice(0, 500)}\n${(error.stack ?? "").split("\n").slice(0, 6).join("\n")}`,
          );
        if (flag("--show"))
          for (const test of file.tests)
            if (test.state !== "pass")
              console.log(
                `    ${test.state} ${test.titles.join(" > ")}: ${test.errors.map((error) => error.message.slice(0, 300)).join(" | ")}\n      ${(test.errors[0]?.stack ?? "").split("\n").slice(0, 5).join("\n      ")}`,
              );
      }
      for (const entry of last.unsupported)
        console.log(`  unsupported: ${entry.what} (${entry.path ?? ""}) affects ${String(entry.affects)}`);
      for (const note of last.notes) console.log(`  note: ${note}`);
    }
  }
  if (flag("--native") && last !== undefined) {
    const reporter = new URL("../bench/parity/node-test-reporter.mjs", import.meta.url).href;
    const native = await (await nativeRunner(path.join(folder, value("--package", "")), 300_000, reporter)).run();
    const { agreeing, differing, renamed } = compare(native.tests, testsOf(last), reasons(last));
    console.log(
      `native: ${String(native.files.length)} files in ${String(native.ms)} ms; agreeing ${String(agreeing)}, differing ${String(differing.length)}, paired by position ${String(renamed)}`,
    );
    for (const one of differing.slice(0, 20)) console.log("  ", JSON.stringify(one));
  }
  if (value("--json") !== undefined) fs.writeFileSync(value("--json"), JSON.stringify(last, null, 1));
} finally {
  await browser.close();
  server.close();
}
