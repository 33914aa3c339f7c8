import { Lru } from "./lru";

export function memoize<A, R>(compute: (argument: A) => R, limit = 100): (argument: A) => R {
  const known = new Lru<A, { readonly result: R }>(limit);
  return (argument) => {
    const hit = known.get(argument);
    if (hit !== undefined) return hit.result;
    const result = compute(argument);
    known.set(argument, { result });
    return result;
  };
}
