import type { Point } from "./point";

const POINT = /<trkpt\s+lat=["']([^"']+)["']\s+lon=["']([^"']+)["']/g;

export function readTrack(xml: string): Point[] {
  return [...xml.matchAll(POINT)].map((match) => ({ lat: Number(match[1]), lon: Number(match[2]) }));
}
