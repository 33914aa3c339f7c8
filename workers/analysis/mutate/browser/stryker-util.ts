/** The two functions of @stryker-mutator/util that its operators use; the rest of that package speaks to Node. Aliased by the build. */
export const I = undefined;

export function deepFreeze<T>(target: T): T {
  if (typeof target === "object" && target !== null && !Object.isFrozen(target)) {
    Object.freeze(target);
    for (const value of Object.values(target)) deepFreeze(value);
  }
  return target;
}
