import type { Size } from "./size";

export type Frame = "upright" | "across";

export function frameFor(size: Size): Frame {
  if (size.width <= 0 || size.height <= 0) throw new RangeError("no picture");
  return "across";
}
