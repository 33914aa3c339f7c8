import { parseMediaType } from "./media-type";

/** Does an Accept header's entry let this type through? */
export function accepts(range: string, offered: string): boolean {
  const want = parseMediaType(range);
  const have = parseMediaType(offered);
  if (want === null || have === null) return false;
  if (want.type === "*") return true;
  return want.type === have.type && (want.subtype === "*" || want.subtype === have.subtype);
}
