import { expect, it } from "vitest";
import { scale } from "../src/scale";
import { shopping } from "../src/shopping";

const flour = { name: "flour", amount: 500, whole: false };

it("scales", () => {
  expect(scale([flour], 0.5)).toEqual([{ ...flour, amount: 250 }]);
});

it("keeps the rest", () => {
  expect(scale([flour], 1)).toEqual([flour]);
});

it("shops", () => {
  expect([...shopping([{ servings: 2, ingredients: [flour] }, { servings: 1, ingredients: [flour] }])]).toEqual([["flour", 750]]);
});
