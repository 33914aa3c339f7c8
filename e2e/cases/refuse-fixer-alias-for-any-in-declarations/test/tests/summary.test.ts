import { expect, it } from "vitest";
import { summary } from "../src/firing";

it("names the glaze", () => {
  expect(summary({ potter: "Ines", cone: "06", glaze: { name: "celadon" } })).toMatch(/ min, glaze celadon$/);
});

it("nothing without a glaze or a note", () => {
  expect(summary({ potter: "Ines", cone: "06" })).toMatch(/ min$/);
});
