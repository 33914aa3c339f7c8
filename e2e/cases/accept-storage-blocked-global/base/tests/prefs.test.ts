import { beforeEach, describe, expect, it } from "vitest";
import { loadPrefs } from "../src/prefs";
import { DEFAULTS } from "../src/shape";

describe("loadPrefs", () => {
  beforeEach(() => localStorage.clear());

  it("has defaults", () => {
    expect(loadPrefs()).toEqual(DEFAULTS);
  });

  it("reads what is stored", () => {
    localStorage.setItem("reading-prefs", '{"size":20,"dark":true}');
    expect(loadPrefs()).toEqual({ size: 20, dark: true });
  });

  it("does not trust what is stored", () => {
    localStorage.setItem("reading-prefs", "[]");
    expect(loadPrefs()).toEqual(DEFAULTS);
  });

  it("does not hide broken JSON", () => {
    localStorage.setItem("reading-prefs", "{");
    expect(() => loadPrefs()).toThrow(SyntaxError);
  });
});
