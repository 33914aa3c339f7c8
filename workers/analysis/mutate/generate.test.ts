import { describe, expect, it } from "vitest";
import { repoPathOf } from "../../../src/core/snapshot/index.ts";
import { applyMutant, generateMutants } from "./generate.ts";

const mutantsOf = (before: string | null, after: string, path = "src/a.ts") =>
  generateMutants({ path: repoPathOf(path), before, after }).map(
    (mutant) => `${mutant.operator}: ${mutant.original} -> ${mutant.replacement}`,
  );

describe("mutants of the changed lines", () => {
  it("swaps any and every where the change stands", () => {
    const before =
      "export const unscanned = (s: Scan[]) => s.length === 0;\nexport const other = (a: boolean, b: boolean) => a && b;\n";
    const after = before.replace("s.length === 0", "s.every((scan) => !scan.ran)");
    const mutants = mutantsOf(before, after);
    expect(mutants).toContain("MethodExpression: s.every((scan) => !scan.ran) -> s.some(scan => !scan.ran)");
    expect(mutants).toContain("BooleanLiteral: !scan.ran -> scan.ran");
    expect(mutants.some((mutant) => mutant.includes("a && b"))).toBe(false);
  });
  it("knows the two that confuse nothing with nothing", () => {
    expect(mutantsOf("const a = x;", "const a = x ?? 1;")).toContain("NullishCoalescing: x ?? 1 -> x || 1");
    expect(mutantsOf("if (a) b();", "if (a < 3) b();")).toEqual(
      expect.arrayContaining(["EqualityOperator: a < 3 -> a <= 3", "NumberStep: 3 -> 4"]),
    );
  });
  it("leaves types and imports alone", () => {
    expect(
      mutantsOf("", "import { a } from './b';\nexport type T = { a: 'x' | 1 };\nexport interface I { readonly b: true }\n"),
    ).toEqual([]);
  });
  it("a deletion has nothing to mutate but what it left", () => {
    expect(mutantsOf("f();\ng();\n", "f();\n")).toEqual([]);
  });
  it("replaces text and nothing around it", () => {
    const after = "const a = (x: number) => /* why */ x  >  3;\r\n";
    const [mutant] = generateMutants({ path: repoPathOf("src/a.ts"), before: null, after }).filter(
      (each) => each.operator === "EqualityOperator",
    );
    expect(mutant && applyMutant(after, mutant)).toBe("const a = (x: number) => /* why */ x >= 3;\r\n");
  });
  it("gives the same ids for the same change", () => {
    const ids = () =>
      generateMutants({
        path: repoPathOf("src/a.ts"),
        before: null,
        after: "export const f = (a: number) => (a > 1 ? a + 1 : 0);",
      }).map((mutant) => mutant.id);
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(ids().length);
  });
});
