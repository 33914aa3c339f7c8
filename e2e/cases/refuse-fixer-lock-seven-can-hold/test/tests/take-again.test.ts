import { expect, it } from "vitest";
import { Locker } from "../src/locker";

it("the holder may take the locker again", () => {
  const locker = new Locker(1);
  locker.take("Ann");
  expect(locker.take("Ann")).toBe(true);
});
