/** The syntax that a file's name promises. One place, so that a file is never read as two languages. */
import type { ParserPlugin } from "@babel/parser";

export function pluginsFor(path: string): ParserPlugin[] {
  if (/\.[cm]?ts$/.test(path)) return ["typescript", "decorators"];
  return path.endsWith(".tsx") ? ["typescript", "jsx", "decorators"] : ["jsx", "decorators"];
}
