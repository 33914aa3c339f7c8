import { describe, expect, it } from "vitest";
import { problemsOf } from "../src/parcel";
import { isZip } from "../src/zip";

describe("zip codes", () => {
  it("has five digits", () => {
    expect(isZip("12345")).toBe(true);
    expect(isZip("1234")).toBe(false);
  });

  it("has digits alone", () => {
    expect(isZip("1234a")).toBe(false);
  });

  it("finds problems of parcels", () => {
    expect(problemsOf({ zip: "1", grams: 0 })).toEqual(["zip", "weight"]);
    expect(problemsOf({ zip: "12345", grams: 30_000 })).toEqual([]);
  });
});
