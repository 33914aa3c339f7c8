import { expect, it } from "vitest";
import { greet } from "../src/greet";

it("greets nobody", () => {
  expect(greet("").toBe("Hello!");
  expect(greet("", true)).toBe("Hello!");
});
