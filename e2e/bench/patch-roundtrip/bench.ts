/** Many random trees and changes through patch and bundle, held against real git; prints what is not equal. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { randomChange } from "./random-trees.ts";
import { createRoundTrip } from "./round-trip.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "1000" }, seed: { type: "string", default: "1" }, json: { type: "string" } },
});
/** Through one repository: more would make each fetch look at more refs. */
const BATCH = 50;
const count = Number(values.count);
const seed = Number(values.seed);
const roundTrip = createRoundTrip();
const started = Date.now();
const failures: { readonly index: number; readonly problems: readonly string[] }[] = [];
const changes = fc.sample(randomChange, { numRuns: count, seed });
for (let from = 0; from < count; from += BATCH) {
  const checked = await roundTrip.check(changes.slice(from, from + BATCH), from);
  for (const [at, problems] of checked.entries()) {
    if (problems.length === 0) continue;
    failures.push({ index: from + at, problems });
    console.log(`case ${String(from + at)}: ${problems.join("; ")}`);
  }
  console.log(
    `${String(Math.min(from + BATCH, count))} of ${String(count)}: ${String(failures.length)} unequal, ${((Date.now() - started) / 1000).toFixed(0)} s`,
  );
}
const fsck = roundTrip.fsck();
roundTrip.remove();
const summary = {
  trees: count,
  unequal: failures.length,
  fsck: fsck === "" ? "clean" : fsck,
  seed,
  seconds: Math.round((Date.now() - started) / 1000),
};
console.log(JSON.stringify(summary));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ failures, summary }, null, 2)}\n`);
process.exitCode = failures.length === 0 && fsck === "" ? 0 : 1;
