import { describe, expect, it } from "vitest";
import { helpFor } from "../src/help";
import { usageOf, type Option } from "../src/option";

const OPTIONS: readonly Option[] = [
  { name: "verbose", short: "v", about: "say more" },
  { name: "out", about: "where to write" },
];

describe("help", () => {
  it("looks as it is committed", () => {
    expect(helpFor("pack", OPTIONS)).toMatchSnapshot();
  });

  it("writes short names first", () => {
    expect(usageOf({ name: "all", short: "a", about: "" })).toBe("-a, --all");
  });

  it("aligns those without", () => {
    expect(usageOf({ name: "all", about: "" })).toBe("    --all");
  });

  it("leaves no spaces at the end of a line", () => {
    const text = helpFor("pack", [
      { name: "quiet", about: "say less  " },
      { name: "q", about: "" },
    ]);
    expect(text.split("\n").slice(2)).toEqual(["      --quiet  say less", "      --q"]);
  });
});
