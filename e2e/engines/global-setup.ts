/** Builds the app if its sources have changed, and forgets what the engines did the last time. In the end: the table. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { factsTable, forgetFacts } from "./facts.ts";

export default function setup(): () => void {
  execFileSync(process.execPath, ["src/cli/launch/build.mjs"], { cwd: join(import.meta.dirname, "../.."), stdio: "inherit" });
  forgetFacts();
  return () => {
    console.log(`\nWhat each engine was seen to do, and what differs between them:\n\n${factsTable()}\n`);
  };
}
