import { describe, expect, it } from "vitest";
import type { Shape } from "./shapes.ts";
import { variationsOf } from "./vary.ts";

const literals = (...values: readonly string[]): Shape => ({
  kind: "union",
  of: values.map((value) => ({ kind: "literal", value })),
});
const LEVEL = literals("low", "high");
const vary = (sources: readonly string[], ...parameters: readonly Shape[]) => variationsOf(sources, parameters, 60, 1);

describe("variations of inputs", () => {
  it("stay members of a union of literals, at any depth", () => {
    for (const text of vary([`"low", 1`, `"high", 2`], LEVEL, { kind: "number" })) expect(text).toMatch(/^"(?:low|high)", -?\d+$/);
    const item: Shape = { kind: "object", properties: [{ name: "level", shape: LEVEL, optional: false }] };
    const lists = vary([`[{ level: "low" }]`, `[{ level: "high" }, { level: "low" }]`], { kind: "array", of: item });
    expect(lists.length).toBeGreaterThan(3);
    for (const text of lists) expect(text.replaceAll(/"(?:low|high)"/g, "")).not.toContain('"');
  });

  it("of a string are strings that read like it", () => {
    const texts = vary([`"low"`, `"high"`], { kind: "string" });
    expect(texts.filter((text) => !/^"(?:low|high)"$/.test(text)).length).toBeGreaterThan(3);
  });

  it("for a type parameter may be anything that stands in its place elsewhere", () => {
    const open: Shape = { kind: "array", of: { kind: "union", of: [{ kind: "number" }], open: true } };
    expect(vary([`[{ a: 1 }]`, `[{ a: 2 }, { a: 3 }]`], open).length).toBeGreaterThan(3);
  });
});
