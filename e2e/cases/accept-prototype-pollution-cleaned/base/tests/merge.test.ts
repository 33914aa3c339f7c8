import { describe, expect, it } from "vitest";
import { layered } from "../src/layers";
import { merge } from "../src/merge";

describe("merge", () => {
  it("merges deeply", () => {
    expect(merge({ a: { b: 1, c: 2 } }, { a: { b: 3 } })).toEqual({ a: { b: 3, c: 2 } });
  });

  it("replaces lists", () => {
    expect(merge({ a: [1, 2] }, { a: [3] })).toEqual({ a: [3] });
  });

  it("takes layers in order", () => {
    expect(layered('{"a":1,"b":{"c":1}}', '{"b":{"d":2}}')).toEqual({ a: 1, b: { c: 1, d: 2 } });
  });
});
