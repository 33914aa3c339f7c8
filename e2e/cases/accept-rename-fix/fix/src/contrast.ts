import { parseColor } from "./color";

/** Should text on this background be black? */
export function wantsBlackText(background: string): boolean {
  const rgb = parseColor(background);
  if (rgb === null) return true;
  const [red, green, blue] = rgb;
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150;
}
