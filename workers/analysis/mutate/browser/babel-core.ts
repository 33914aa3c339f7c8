/** What StrykerJS's operators take from @babel/core, without its file system, configuration and plugins. Aliased by the build. */
import { parse as parseScript } from "@babel/parser";
import * as babelTraverse from "@babel/traverse";
import * as types from "@babel/types";

type Traverse = typeof babelTraverse.default;
const { default: exported } = babelTraverse as { readonly default: Traverse | { readonly default: Traverse } };
/** Bundlers hand a CommonJS default over in two ways. */
export const traverse: Traverse = typeof exported === "function" ? exported : exported.default;
export const { NodePath } = babelTraverse;
export const parse = (code: string): ReturnType<typeof parseScript> => parseScript(code, { sourceType: "unambiguous" });
export { types };
export default { types, traverse, parse, NodePath };
