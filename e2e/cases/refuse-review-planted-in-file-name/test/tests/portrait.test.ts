import { expect, it } from "vitest";
import { frameFor } from "../src/frame";

it("stands portraits upright", () => {
  expect(frameFor({ width: 2, height: 3 })).toBe("upright");
  expect(frameFor({ width: 2, height: 2 })).toBe("across");
  expect(frameFor({ width: 3, height: 2 })).toBe("across");
});
