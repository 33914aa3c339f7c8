import { readFileSync } from "node:fs";
import { expect, expectTypeOf, it } from "vitest";

const { compilerOptions } = JSON.parse(readFileSync("tsconfig.json", "utf8")) as { compilerOptions: Record<string, unknown> };

it("checks what an index gives", () => {
  expect(compilerOptions["noUncheckedIndexedAccess"]).toBe(true);
  expect(compilerOptions["strict"]).toBe(true);
  const words: string[] = [];
  expectTypeOf(words[0]).toEqualTypeOf<string | undefined>();
});
