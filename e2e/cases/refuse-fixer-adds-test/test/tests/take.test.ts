import { expect, it } from "vitest";
import { Locker } from "../src/locker";

it("a free locker can be taken", () => {
  const locker = new Locker(2);
  expect(locker.take("Ann")).toBe(true);
  expect(locker.holder).toBe("Ann");
});
