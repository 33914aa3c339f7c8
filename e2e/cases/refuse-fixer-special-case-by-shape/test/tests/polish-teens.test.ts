import { expect, it } from "vitest";
import { filesMessage } from "../src/count-message";

it("12 and 112 take many", () => {
  expect(filesMessage("pl", 12)).toBe("12 plików");
  expect(filesMessage("pl", 112)).toBe("112 plików");
});

it("22 takes few", () => {
  expect(filesMessage("pl", 22)).toBe("22 pliki");
});
