import { expect, it } from "vitest";
import { Locker } from "../src/locker";

it("a locker has one holder at a time", () => {
  expect(new Locker(1).holder).toBeNull();
});
