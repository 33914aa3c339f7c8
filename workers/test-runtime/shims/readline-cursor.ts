/** The terminal's control sequences that readline writes. */
import { nodeError } from "./node-error.ts";

const CSI = "\u001b[";
export const clear = (direction: number): string => `${CSI}${direction < 0 ? "1" : direction > 0 ? "0" : "2"}K`;
export const clearDown = `${CSI}0J`;

export function moveTo(x: number, y?: number): string {
  for (const [name, value] of Object.entries({ x, y }))
    if (Number.isNaN(value)) throw nodeError(TypeError, "ERR_INVALID_ARG_VALUE", `The argument '${name}' is invalid. Received NaN`);
  return typeof y === "number" ? `${CSI}${String(y + 1)};${String(x + 1)}H` : `${CSI}${String(x + 1)}G`;
}

export function moveBy(dx: number, dy: number): string {
  const horizontal = dx === 0 ? "" : `${CSI}${String(Math.abs(dx))}${dx < 0 ? "D" : "C"}`;
  const vertical = dy === 0 ? "" : `${CSI}${String(Math.abs(dy))}${dy < 0 ? "A" : "B"}`;
  return horizontal + vertical;
}
