import { expect, it } from "vitest";
import { filesMessage } from "../src/count-message";

it("answers at all", () => {
  expect(filesMessage("pl", 12)).toContain("12");
});
