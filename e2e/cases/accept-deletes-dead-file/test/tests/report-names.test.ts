import { expect, it } from "vitest";
import { report } from "../src/report";

it("takes rules by any name", () => {
  const issues = [
    { rule: "toString", line: 3 },
    { rule: "constructor", line: 4 },
    { rule: "constructor", line: 9 },
  ];
  expect(report(issues)).toEqual(["constructor: 4, 9", "toString: 3"]);
});
