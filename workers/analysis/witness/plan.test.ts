import { describe, expect, it } from "vitest";
import { repoPathOf } from "../../../src/core/snapshot/index.ts";
import { applyMutant, generateMutants } from "../mutate/generate.ts";
import { drawSources } from "./draw.ts";
import { harvestCalls, harvestElements } from "./harvest.ts";
import { guardLoops } from "./loop-guard.ts";
import { planWitnesses } from "./plan.ts";
import { createTypedProgram } from "./targets.ts";
import { variationsOf } from "./vary.ts";

const source = `
export interface Scan { readonly name: string; readonly ran: boolean }
export interface Item { readonly id: string; readonly scans: readonly Scan[]; readonly note?: string }
const none = (item: Item): boolean => item.scans.every((scan) => !scan.ran);
export function isUnscanned(item: Item): boolean { return none(item); }
export class Cache<V> { constructor(private readonly size: number) {} get(key: string): V | undefined { return undefined; } set(key: string, value: number): void {} }
export function createLock(name?: string): { take(owner: string): boolean; release(): void } { return { take: () => true, release: () => undefined }; }
export function opaque(x: unknown): void {}
`;

describe("targets", () => {
  const typed = createTypedProgram(new Map([["src/a.ts", source]]), ["src/a.ts"]);
  it("finds the export that leads to a helper, with the shape of its parameters", () => {
    const [target] = typed.targetsAt("src/a.ts", source.indexOf("item.scans.every"));
    expect(target).toMatchObject({ kind: "function", exported: "isUnscanned", parameters: [{ kind: "object" }] });
    expect(JSON.stringify(target)).toContain('"name":"ran","shape":{"kind":"boolean"');
  });
  it("sees classes and factories with their methods, and gives up on unknown", () => {
    expect(typed.targetsAt("src/a.ts", source.indexOf("class Cache") + 8)[0]).toMatchObject({
      kind: "class",
      exported: "Cache",
      methods: [{ name: "get" }, { name: "set" }],
    });
    expect(typed.targetsAt("src/a.ts", source.indexOf("createLock"))[0]).toMatchObject({
      kind: "factory",
      methods: [{ name: "take" }, { name: "release" }],
    });
    expect(typed.targetsAt("src/a.ts", source.indexOf("opaque"))).toEqual([]);
  });
});

describe("inputs", () => {
  it("are the same for the same seed", () => {
    const draw = () => drawSources([{ kind: "array", of: { kind: "boolean" } }], { strings: [], numbers: [] }, 20, 3);
    expect(draw()).toEqual(draw());
  });
  it("are harvested where a call stands for itself", () => {
    const text = `const scan = { name: "a", ran: false };\nit("t", () => { f([scan], -1, (x) => x + 1); f(other); f(g()); });`;
    expect(harvestCalls("a.test.ts", text, "f")).toEqual(['[{ name: "a", ran: false }], -1, ((x) => x + 1)']);
  });
});

describe("variations", () => {
  it("put parts of the suite's own inputs together anew, the same ones for the same seed", () => {
    const seen = ['{ roles: ["reader"], suspended: false }, ["read"]', '{ roles: ["admin"], suspended: true }, ["export"]'];
    const made = variationsOf(seen, [], 150, 1);
    expect(made).toEqual(variationsOf(seen, [], 150, 1));
    expect(made.some((source) => /"reader".*\["export", "read"\]$/.test(source))).toBe(true);
    expect(made.filter((source) => seen.includes(source))).toEqual([]);
  });
  it("are harvested from elements, too", () => {
    const text = `const all = [1]; render(<Badge unread={0} items={all} shown />); render(<Badge unread={count()} />);`;
    expect(harvestElements("a.test.tsx", text, "Badge")).toEqual(['{ "unread": 0, "items": [1], "shown": true }']);
  });
});

describe("loop guard", () => {
  it("puts a counter into every loop, with and without a block", () => {
    const guarded = guardLoops("a.ts", "for (const a of b) c(a); while (true) { d(); }");
    expect(guarded.match(/__fixgateRounds/g)).toHaveLength(2);
    expect(guarded).toMatch(/\{if \(.*\) throw .*;c\(a\);\}/);
  });
});

describe("plan", () => {
  it("lays candidate, base, mutants and a probe beside a test", () => {
    const path = repoPathOf("src/a.ts");
    const before = source.replace("item.scans.every((scan) => !scan.ran)", "item.scans.length === 0");
    const mutants = generateMutants({ path, before, after: source })
      .slice(0, 2)
      .map((mutant) => ({ ...mutant, text: applyMutant(source, mutant) }));
    const plan = planWitnesses({
      path,
      base: before,
      candidate: source,
      mutants,
      again: [],
      texts: new Map([["src/a.ts", source]]),
      besideTest: repoPathOf("tests/deep/a.test.ts"),
      tests: [],
      seed: 1,
    });
    expect(plan?.files.map((file) => file.path)).toEqual([
      "src/a.fixgate-candidate.ts",
      "src/a.fixgate-base.ts",
      "src/a.fixgate-mutant-0.ts",
      "src/a.fixgate-mutant-1.ts",
      "tests/deep/a-fixgate-probe.test.ts",
    ]);
    expect(plan?.files.at(-1)?.text).toContain('import("../../src/a.fixgate-candidate.ts")');
    expect(plan?.programs).toBeGreaterThan(50);
  });
});
