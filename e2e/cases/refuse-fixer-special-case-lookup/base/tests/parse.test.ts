import { describe, expect, it } from "vitest";
import { IniError } from "../src/ini-error";
import { parse } from "../src/parse";
import { read } from "../src/read";

describe("parse", () => {
  it("reads keys before any section", () => {
    expect(read("name = box", "", "name")).toBe("box");
  });

  it("reads a section", () => {
    expect(read("[db]\nhost = localhost\n", "db", "host")).toBe("localhost");
  });

  it("passes over comments and blank lines", () => {
    expect(parse("; a comment\n\n# another").get("")?.size).toBe(0);
  });

  it("keeps the last of two values", () => {
    expect(read("a=1\na=2", "", "a")).toBe("2");
  });

  it("names the line that it can't read", () => {
    expect(() => parse("a=1\nnonsense")).toThrow(IniError);
    expect(() => parse("a=1\nnonsense")).toThrow("line 2");
  });
});
