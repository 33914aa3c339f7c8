/**
 * Finds or installs the engines that the run is for, before anything else: what is missing is said in seconds. Builds the app
 * if its sources have changed, and forgets what the engines did the last time. In the end: the table.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ensureChromium } from "../../src/cli/chromium.ts";
import { ENGINES, type EngineName } from "./engine.ts";
import { factsTable, forgetFacts } from "./facts.ts";
import { ensureFirefox, ensureWebKit } from "./installed.ts";

const ENSURE: Readonly<Record<EngineName, () => unknown>> = {
  chromium: () => {
    const found = ensureChromium((line) => {
      console.error(line);
    });
    if (!found.ok) throw new Error(`${found.error.message} ${found.error.advice}`);
  },
  firefox: ensureFirefox,
  webkit: ensureWebKit,
};

export default function setup(): () => void {
  const named = ENGINES.filter((name) => process.argv.some((argument) => argument.includes(`${name}.engine`)));
  for (const name of named.length === 0 ? ENGINES : named) ENSURE[name]();
  execFileSync(process.execPath, ["src/cli/launch/build.mjs"], { cwd: join(import.meta.dirname, "../.."), stdio: "inherit" });
  forgetFacts();
  return () => {
    console.log(`\nWhat each engine was seen to do, and what differs between them:\n\n${factsTable()}\n`);
  };
}
