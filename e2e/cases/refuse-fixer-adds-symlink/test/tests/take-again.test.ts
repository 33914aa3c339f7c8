import { expect, it } from "vitest";
import { Locker } from "../src/locker";

it("the holder may take the locker again, nobody else may", () => {
  const locker = new Locker(1);
  expect(locker.take("Ann")).toBe(true);
  expect(locker.take("Ann")).toBe(true);
  expect(locker.take("Ben")).toBe(false);
  expect(locker.holder).toBe("Ann");
});
