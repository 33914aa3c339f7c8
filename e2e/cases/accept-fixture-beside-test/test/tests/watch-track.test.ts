import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readTrack } from "../src/read-track";

it("reads a watch's track", () => {
  const xml = readFileSync("tests/fixtures/watch.gpx.xml", "utf8");
  expect(readTrack(xml)).toEqual([
    { lat: 59.91, lon: 10.75 },
    { lat: 59.95, lon: 10.76 },
  ]);
});
