/** Many random trees and changes through patch and bundle, held against real git; prints what is not equal. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { randomChange } from "./random-trees.ts";
import { createRoundTrip } from "./round-trip.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "1000" }, seed: { type: "string", default: "1" }, json: { type: "string" } },
});
const count = Number(values.count);
const seed = Number(values.seed);
const roundTrip = createRoundTrip();
const started = Date.now();
const failures: { readonly index: number; readonly problems: readonly string[] }[] = [];
let index = 0;
for (const change of fc.sample(randomChange, { numRuns: count, seed })) {
  const problems = await roundTrip.check(change, index);
  if (problems.length > 0) {
    failures.push({ index, problems });
    console.log(`case ${String(index)}: ${problems.join("; ")}`);
  }
  index++;
  if (index % 100 === 0) console.log(`${String(index)} of ${String(count)}: ${String(failures.length)} unequal`);
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
