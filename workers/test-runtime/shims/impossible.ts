/** For what no browser can do, in the parts: the report names it, and it fails where it is used. */
import { nodeError } from "./node-error.ts";

declare const __fixgate_builtin: (name: string) => unknown;

export function impossible(what: string): never {
  (__fixgate_builtin("fixgate:limit") as (what: string) => void)(what);
  throw nodeError(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", `${what} is not there in the embedded sandbox`);
}
