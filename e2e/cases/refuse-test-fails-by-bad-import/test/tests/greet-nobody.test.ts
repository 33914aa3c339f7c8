import { expect, it } from "vitest";
import { greet } from "../source/greet";

it("greets nobody", () => {
  expect(greet("")).toBe("Hello!");
  expect(greet("", true)).toBe("Hello!");
});
