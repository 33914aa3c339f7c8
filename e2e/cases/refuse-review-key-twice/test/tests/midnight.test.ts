import { expect, it } from "vitest";
import { highWaters } from "../src/tides";

it("lists high water at midnight", () => {
  expect(highWaters([{ hour: 0, metres: 1.9, kind: "high" }, { hour: 6, metres: 0.2, kind: "low" }])).toEqual(["00:00 1.9 m"]);
});
