import { describe, expect, it } from "vitest";
import { loadOrder } from "../src/load-order";
import { unmet } from "../src/plugin";

describe("loadOrder", () => {
  it("puts needs first", () => {
    expect(loadOrder([{ name: "a", needs: ["b"] }, { name: "b", needs: [] }])).toEqual(["b", "a"]);
  });

  it("finds circles", () => {
    expect(() => loadOrder([{ name: "a", needs: ["b"] }, { name: "b", needs: ["a"] }])).toThrow("circle: a → b → a");
  });

  it("names what is missing", () => {
    expect(unmet([{ name: "a", needs: ["x"] }])).toEqual(["x"]);
  });

  it("keeps the place of what needs nothing", () => {
    const plugins = [
      { name: "mail", needs: [] },
      { name: "web", needs: ["log", "auth"] },
      { name: "log", needs: [] },
      { name: "auth", needs: ["log"] },
    ];
    expect(loadOrder(plugins)).toEqual(["mail", "log", "auth", "web"]);
  });
});
