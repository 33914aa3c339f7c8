import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadPrefs } from "../src/prefs";
import { DEFAULTS } from "../src/shape";

describe("with a storage that throws", () => {
  let before: PropertyDescriptor | undefined;
  let problem: unknown;

  beforeEach(() => {
    before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
    Object.defineProperty(globalThis, "localStorage", {
      configurable: true,
      value: {
        getItem: () => {
          throw problem;
        },
      },
    });
  });
  afterEach(() => {
    if (before) Object.defineProperty(globalThis, "localStorage", before);
    else Reflect.deleteProperty(globalThis, "localStorage");
  });

  it("gives the defaults where storage is forbidden", () => {
    problem = new DOMException("The operation is insecure.", "SecurityError");
    expect(loadPrefs()).toEqual(DEFAULTS);
  });

  it("does not hide anything else", () => {
    problem = new DOMException("Out of space.", "QuotaExceededError");
    expect(() => loadPrefs()).toThrow("Out of space.");
    problem = Object.assign(new Error("a bug"), { name: "SecurityError" });
    expect(() => loadPrefs()).toThrow("a bug");
  });
});
