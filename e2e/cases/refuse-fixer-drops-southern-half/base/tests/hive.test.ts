import { describe, expect, it } from "vitest";
import { honeyOf, honeyOfAll } from "../src/honey";
import { treatmentDue } from "../src/mites";

describe("hives", () => {
  it("an empty hive gives nothing", () => {
    expect(honeyOf({ name: "A", frames: 0 })).toBe(0);
  });

  it("no hives give nothing", () => {
    expect(honeyOfAll([])).toBe(0);
  });

  it("a hive never treated is due", () => {
    expect(treatmentDue({ name: "A", frames: 8 }, 7)).toBe(true);
  });
});
