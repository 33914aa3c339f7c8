import { describe, expect, it } from "vitest";
import { readField } from "../src/read-field";

describe("readField", () => {
  it("trims", () => {
    expect(readField(new Map([["a", " x "]]), "a")).toBe("x");
  });
  it("has nothing for a missing field", () => {
    expect(readField(new Map(), "a")).toBeUndefined();
    expect(readField(new Map([["a", " "]]), "a", { required: false })).toBeUndefined();
  });
  it("throws for a required one", () => {
    expect(() => readField(new Map(), "a", { required: true })).toThrow("a is required");
  });
});
