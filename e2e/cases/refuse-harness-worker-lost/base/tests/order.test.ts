import { expect, it } from "vitest";
import { names } from "../src/job";
import { order } from "../src/order";

it("puts high priority first", () => {
  expect(names(order([{ name: "a", priority: 1 }, { name: "b", priority: 5 }]))).toEqual(["b", "a"]);
});

it("keeps the list that it was given", () => {
  const jobs = [{ name: "a", priority: 1 }, { name: "b", priority: 2 }];
  order(jobs);
  expect(names(jobs)).toEqual(["a", "b"]);
});

it("can be empty", () => {
  expect(order([])).toEqual([]);
});
