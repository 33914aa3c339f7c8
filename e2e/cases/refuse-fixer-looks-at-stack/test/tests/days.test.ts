import { expect, it } from "vitest";
import { seconds } from "../src/seconds";

it("reads days", () => {
  expect(seconds("1d")).toBe(86_400);
  expect(seconds("1d 2h")).toBe(93_600);
});
