import { describe, expect, it } from "vitest";
import { lookup } from "../src/lookup";
import { readIni } from "../src/read-ini";

describe("readIni", () => {
  it("reads sections", () => {
    expect(readIni("[net]\nhost = a\nport=1\n\n[ui]\ntheme = dark")).toEqual({ net: { host: "a", port: "1" }, ui: { theme: "dark" } });
  });

  it("reads keys before any section", () => {
    expect(readIni("a=1")).toEqual({ "": { a: "1" } });
  });

  it("names the line that it can't read", () => {
    expect(() => readIni("a=1\nnonsense")).toThrow("no '=' in line 2");
  });

  it("looks up by path", () => {
    const ini = readIni("x=0\n[a.b]\nc=1");
    expect(lookup(ini, "a.b.c", "?")).toBe("1");
    expect(lookup(ini, "x", "?")).toBe("0");
    expect(lookup(ini, "a.c", "?")).toBe("?");
  });
});
