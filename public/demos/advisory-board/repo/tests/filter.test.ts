import { describe, expect, it } from "vitest";
import { filterAdvisories, type Advisory } from "../src/index.ts";

const advisories: Advisory[] = [
  { id: "ADV-1", title: "path traversal in upload", severity: "high", affected: "< 2" },
  { id: "ADV-2", title: "slow regular expression", severity: "low", affected: "< 3" },
  { id: "ADV-3", title: "weak default in upload", severity: "unknown", affected: "*" },
];
const ids = (text: string, atLeast: Advisory["severity"] = "unknown") =>
  filterAdvisories(advisories, { text, atLeast }).map((advisory) => advisory.id);

describe("filterAdvisories", () => {
  it("lets all through when nothing is asked", () => {
    expect(ids("")).toEqual(["ADV-1", "ADV-2", "ADV-3"]);
  });

  it("looks into titles", () => {
    expect(ids(" upload ")).toEqual(["ADV-1", "ADV-3"]);
  });

  it("looks into ids, in any case", () => {
    expect(ids("adv-2")).toEqual(["ADV-2"]);
  });

  it("leaves out what is less severe", () => {
    expect(ids("", "low")).toEqual(["ADV-1", "ADV-2"]);
    expect(ids("", "high")).toEqual(["ADV-1"]);
    expect(ids("", "critical")).toEqual([]);
  });
});
