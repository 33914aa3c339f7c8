import { expect, it } from "vitest";
import { Limiter } from "../src/limiter";

it("after a refusal and a pause a client may call again", () => {
  const limiter = new Limiter({ calls: 1, windowMs: 60_000 });
  expect(limiter.allow("a")).toBe(true);
  expect(limiter.allow("a")).toBe(false);
  expect(limiter.allow("a")).toBe(true);
});
