import { describe, expect, it } from "vitest";
import { bounds } from "../src/point";
import { readTrack } from "../src/read-track";

describe("readTrack", () => {
  it("reads points", () => {
    expect(readTrack('<trkpt lat="1.5" lon="-2"/><trkpt  lat="3" lon="4"></trkpt>')).toEqual([
      { lat: 1.5, lon: -2 },
      { lat: 3, lon: 4 },
    ]);
  });

  it("reads nothing from nothing", () => {
    expect(readTrack("<gpx/>")).toEqual([]);
  });

  it("has bounds", () => {
    expect(bounds(readTrack('<trkpt lat="1" lon="0"/><trkpt lat="5" lon="0"/>'))).toEqual({ north: 5, south: 1 });
    expect(bounds([])).toBeNull();
  });
});
