import { expect, it } from "vitest";
import { readRows } from "../src/rows";

it("reports rows with too many cells", () => {
  const { problems } = readRows("a,b\n1,2,3\n");
  for (const problem of problems.filter(({ line }) => line > 2)) {
    expect(problem.message).toBe("3 of 2 cells");
  }
});
