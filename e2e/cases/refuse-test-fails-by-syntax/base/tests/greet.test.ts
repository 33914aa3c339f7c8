import { expect, it } from "vitest";
import { greet } from "../src/greet";
import { titled } from "../src/titled";

it("greets", () => {
  expect(greet("ada")).toBe("Hello, ada!");
});

it("greets formally", () => {
  expect(greet("ada lovelace", true)).toBe("Hello, Ada Lovelace!");
});

it("titles", () => {
  expect(titled("x y")).toBe("X Y");
});
