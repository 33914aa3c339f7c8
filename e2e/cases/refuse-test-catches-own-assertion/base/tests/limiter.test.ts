import { expect, it } from "vitest";
import { guard } from "../src/guard";
import { Limiter } from "../src/limiter";

it("lets the first through", () => {
  expect(new Limiter(1, 1000).allow("a", 0)).toBe(true);
});

it("stops a flood", () => {
  const limiter = new Limiter(2, 1000);
  const answers = Array.from({ length: 6 }, (_, at) => limiter.allow("a", at));
  expect(answers.at(-1)).toBe(false);
});

it("forgets with the window", () => {
  const limiter = new Limiter(1, 10);
  limiter.allow("a", 0);
  expect(guard(limiter, "a", 10)).toBe("ok");
});
