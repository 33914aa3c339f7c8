/**
 * The probe: a test file of ours, run in the sandbox like any other, which compares candidate, mutants and base on the
 * same programs. What it found travels as the message of a failing test, so it needs no channel of its own.
 */
import { PROBE_AGAIN, PROBE_MARK } from "../../../src/protocol/analysis.ts";
import type { Program } from "./programs.ts";

export interface ProbeModule {
  readonly name: string;
  /** Import specifier, seen from the probe. */
  readonly specifier: string;
}

export interface ProbeInput {
  readonly candidate: ProbeModule;
  readonly base: ProbeModule | null;
  readonly mutants: readonly ProbeModule[];
  readonly programs: readonly Program[];
  /** Whether the same calls are made again at the end, to see if the fix was used up. */
  readonly again: boolean;
}

export function probeSource(input: ProbeInput): string {
  const programs = input.programs.map(
    ({ code, shown, ran }) => `{ shown: ${JSON.stringify(shown)}, ran: ${String(ran)}, run: async (m) => { ${code} } }`,
  );
  return `// @ts-nocheck
import { test } from "vitest";
const realSetTimeout = setTimeout;
const settle = (value) => Promise.race([value, new Promise((resolve) => realSetTimeout(() => resolve("still pending after 20 ms"), 20))]);
const LIMIT = 300;
function show(value, depth = 0, seen = new Set()) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return value + "n";
  if (typeof value === "function") return "[function]";
  if (Object.is(value, -0)) return "-0";
  if (value === null || typeof value !== "object") return String(value);
  if (seen.has(value) || depth > 6) return "…";
  seen.add(value);
  const inner = (each) => show(each, depth + 1, seen);
  let text;
  if (Array.isArray(value)) text = "[" + value.map(inner).join(", ") + "]";
  else if (value instanceof Date) text = "Date(" + value.getTime() + ")";
  else if (value instanceof Error) text = value.name + "(" + inner(value.message) + ")";
  else if (value instanceof Map) text = "Map {" + [...value].map(([k, v]) => inner(k) + " => " + inner(v)).join(", ") + "}";
  else if (value instanceof Set) text = "Set {" + [...value].map(inner).join(", ") + "}";
  else if (typeof value.then === "function") text = "[promise]";
  else text = "{ " + Object.keys(value).map((key) => key + ": " + inner(value[key])).join(", ") + " }";
  seen.delete(value);
  return text;
}
async function outcome(module, program) {
  globalThis.__fixgateRounds = 0;
  try {
    const parts = await settle(program.run(module));
    return Array.isArray(parts) ? show(parts.length === 2 && Array.isArray(parts[1]) ? { result: parts[0], arguments: parts[1] } : parts.length === 1 ? parts[0] : parts) : show(parts);
  } catch (error) {
    return "throws " + show(error);
  }
}
const load = (start) => start().then((module) => ({ module }), (error) => ({ failed: "throws at import " + show(error) }));
const of = (loaded, program) => (loaded.module ? outcome(loaded.module, program) : Promise.resolve(loaded.failed));
const plain = (text) => !/(^|[^\\w"])(NaN|-?Infinity|-0)(?![\\w"])/.test(text);
const short = (text) => (text.length > LIMIT ? text.slice(0, LIMIT) + "…" : text);
// What a call left of its arguments is only shown where it differs.
const worded = (text, other) => {
  const split = (each) => /^\\{ result: ([\\s\\S]*), arguments: (\\[[\\s\\S]*\\]) \\}$/.exec(each);
  const [a, b] = [split(text), split(other)];
  return short(a && (!b || a[2] === b[2]) ? a[1] : text);
};
const programs = [
${programs.join(",\n")}
];
const loadCandidate = () => load(() => import(${JSON.stringify(input.candidate.specifier)}));
const loadBase = ${input.base ? `() => load(() => import(${JSON.stringify(input.base.specifier)}))` : "null"};
const ready = (async () => {
  const candidate = await loadCandidate();
  const base = loadBase ? await loadBase() : null;
  const steady = [];
  const asked = [];
  for (const program of programs) {
    const first = await of(candidate, program);
    asked.push({ program, first });
    // What is not the same twice would accuse any mutant.
    if (first !== (await of(candidate, program)) || !plain(first)) continue;
    steady.push({ program, candidate: first, base: base ? await of(base, program) : undefined });
  }
  return Object.assign(steady, { candidate, base, asked });
})();
${
  input.again && input.base
    ? `test(${JSON.stringify(PROBE_AGAIN)}, async () => {
  const { candidate, base, asked } = await ready;
  const pending = (text) => text.includes("still pending");
  let found = null;
  for (const { program, first } of asked) {
    if (!plain(first) || pending(first) || first.startsWith("throws")) continue;
    const again = await of(candidate, program);
    if (again === first || pending(again)) continue;
    const before = await of(base, program);
    if (before !== again || before !== (await of(base, program))) continue;
    found = { call: short(program.shown), candidate: worded(first, again), mutant: worded(again, first), base: worded(before, first), ranBySuite: program.ran };
    break;
  }
  throw new Error(${JSON.stringify(PROBE_MARK)} + JSON.stringify(found));
}, 20000);`
    : ""
}
${input.mutants
  .map(
    (mutant) => `test(${JSON.stringify(mutant.name)}, async () => {
  const mutant = await load(() => import(${JSON.stringify(mutant.specifier)}));
  let found = null;
  for (const { program, candidate, base } of await ready) {
    const seen = await of(mutant, program);
    if (seen === candidate || !plain(seen) || (seen.startsWith("throws") && candidate.startsWith("throws"))) continue;
    const finding = { call: short(program.shown), candidate: worded(candidate, seen), mutant: worded(seen, candidate), ...(base === undefined ? {} : { base: worded(base, candidate) }), ranBySuite: program.ran };
    found ??= finding;
    // The smallest input that shows something which the fix changed tells more than the smallest of all.
    if (base === undefined || base !== candidate || program.ran) { found = finding; break; }
  }
  throw new Error(${JSON.stringify(PROBE_MARK)} + JSON.stringify(found));
}, 20000);`,
  )
  .join("\n")}
`;
}
