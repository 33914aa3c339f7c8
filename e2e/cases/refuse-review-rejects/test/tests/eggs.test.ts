import { expect, it } from "vitest";
import { scale } from "../src/scale";

it("keeps eggs whole", () => {
  const eggs = { name: "egg", amount: 3, whole: true };
  expect(scale([eggs], 0.5)).toEqual([{ ...eggs, amount: 2 }]);
  expect(scale([{ ...eggs, whole: false }], 0.5)[0]?.amount).toBe(1.5);
});
