/** Node's legacy `deepEqual`: `==` for primitives, prototypes ignored, own enumerable keys compared, cycles allowed. */
type Pair = readonly [a: object, b: object];

export function looselyEqual(a: unknown, b: unknown, seen: readonly Pair[] = []): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a == b || (a !== a && b !== b);
  if (a === b || seen.some(([x, y]) => x === a && y === b)) return true;
  const kind = Object.prototype.toString.call(a);
  if (kind !== Object.prototype.toString.call(b)) return false;
  const next: readonly Pair[] = [...seen, [a, b]];
  const same = (x: unknown, y: unknown): boolean => looselyEqual(x, y, next);
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (a instanceof RegExp && b instanceof RegExp)
    return a.source === b.source && a.flags === b.flags && a.lastIndex === b.lastIndex;
  if (a instanceof Error && b instanceof Error && (a.message !== b.message || a.name !== b.name)) return false;
  if (a instanceof Set && b instanceof Set) {
    if (a.size !== b.size) return false;
    const left = [...b];
    return [...a].every((value) => {
      const at = left.findIndex((other) => same(value, other));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }
  if (a instanceof Map && b instanceof Map) {
    if (a.size !== b.size) return false;
    const left = [...b];
    return [...a].every(([key, value]) => {
      const at = left.findIndex(([otherKey, other]) => same(key, otherKey) && same(value, other));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }
  if (/^\[object (Number|String|Boolean|BigInt)\]$/.test(kind))
    return Object.is((a as { valueOf(): unknown }).valueOf(), (b as { valueOf(): unknown }).valueOf());
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  if (a instanceof ArrayBuffer && b instanceof ArrayBuffer) return same(new Uint8Array(a), new Uint8Array(b));
  const keys = Object.keys(a);
  const others = Object.keys(b);
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(b, key) && same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}
