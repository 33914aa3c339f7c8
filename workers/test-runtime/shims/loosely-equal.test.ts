import assert from "node:assert";
import { describe, expect, it } from "vitest";
import { looselyEqual } from "./loosely-equal.ts";

const cyclic = (): object => {
  const object: Record<string, unknown> = { a: 1 };
  object["self"] = object;
  return object;
};

describe("[SB-ASSERT] loose deep equality is Node's", () => {
  it.each([
    [1, "1"],
    [null, undefined],
    [NaN, NaN],
    [
      { a: 1, b: [2, "3"] },
      { a: "1", b: [2, 3] },
    ],
    [{ a: 1 }, { a: 1, b: undefined }],
    [new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])],
    [new Map([[1, 2]]), new Map([[1, 3]])],
    [new Set([{ a: 1 }, 2]), new Set([2, { a: 1 }])],
    [new Set([1]), new Set([2])],
    [new Date(1), new Date(1)],
    [new Date(1), new Date(2)],
    [/a/g, /a/g],
    [/a/g, /a/i],
    [new Error("a"), new Error("b")],
    [
      [1, 2],
      [1, 2, 3],
    ],
    [[1], { 0: 1 }],
    [new Uint8Array([1, 2]), new Uint8Array([1, 3])],
    [cyclic(), cyclic()],
    [Object.create({ x: 1 }), {}],
    [new Number(1), new Number(2)],
  ])("%o and %o", (a, b) => {
    let native = true;
    try {
      assert.deepEqual(a, b);
    } catch {
      native = false;
    }
    expect(looselyEqual(a, b)).toBe(native);
  });
});
