import { expect, it } from "vitest";
import { clock } from "../src/clock";
import { highWaters } from "../src/tides";

it("lists high water", () => {
  expect(highWaters([{ hour: 6.5, metres: 2.1, kind: "high" }, { hour: 12.7, metres: 0.3, kind: "low" }])).toEqual(["06:30 2.1 m"]);
});

it("may list none", () => {
  expect(highWaters([])).toEqual([]);
});

it("shows the clock", () => {
  expect(clock(0)).toBe("00:00");
  expect(clock(23.99)).toBe("23:59");
});
