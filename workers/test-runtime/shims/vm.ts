/**
 * `node:vm` in one realm: code runs by indirect eval. A second realm can't be had in a worker, so `runInNewContext`
 * answers what can be built without one and is refused by name for the rest, instead of pretending.
 */
import { originalDescriptor } from "../freeze.ts";
import { globalEval } from "../primordials.ts";
import { realm } from "../realm.ts";
import { valueElsewhere } from "./second-realm.ts";

type Options = string | { readonly filename?: string } | undefined;
export function runInThisContext(code: string, options?: Options): unknown {
  const file = typeof options === "string" ? options : options?.filename;
  return globalEval(code + (file === undefined ? "" : `\n//# sourceURL=${file}`));
}
export function runInContext(code: string, context: unknown, options?: Options): unknown {
  if (context !== globalThis && context !== undefined) note();
  return runInThisContext(code, options);
}
export function runInNewContext(code: string, _context?: unknown, options?: Options): unknown {
  const value = valueElsewhere(code, originalDescriptor);
  if (value !== undefined) return value;
  note();
  return runInThisContext(code, options);
}
function note(): void {
  (realm["unsupported"] as ((what: string, advice: string) => void) | undefined)?.(
    "node:vm contexts (a second realm)",
    "run this repository in the Node or WebContainer sandbox",
  );
}
export class Script {
  private readonly code: string;
  private readonly options: Options;
  constructor(code: string, options?: Options) {
    this.code = code;
    this.options = options;
  }
  runInThisContext(): unknown {
    return runInThisContext(this.code, this.options);
  }
  runInContext(context: unknown): unknown {
    return runInContext(this.code, context, this.options);
  }
  runInNewContext(): unknown {
    return runInNewContext(this.code, undefined, this.options);
  }
}
export const createContext = (context: object = {}): object => context;
export const isContext = (): boolean => false;
export default { runInThisContext, runInContext, runInNewContext, Script, createContext, isContext };
