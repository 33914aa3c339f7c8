import vm from "node:vm";
import { describe, expect, it } from "vitest";
import { valueElsewhere as valueBy } from "./second-realm.ts";

const valueElsewhere = (code: string): object | undefined => valueBy(code, Object.getOwnPropertyDescriptor);

const seen = (value: unknown): unknown => {
  const object = value as object;
  const prototype = Object.getPrototypeOf(object) as { constructor: { name: string } };
  return {
    tag: Object.prototype.toString.call(object),
    instances: [Object, Array, Map, Set, WeakMap, WeakSet, Date, RegExp, Error].map((own) => object instanceof own),
    own: [Object.prototype, Array.prototype, Map.prototype, RegExp.prototype].includes(prototype as never),
    name: prototype.constructor.name,
    keys: Reflect.ownKeys(prototype).map(String).sort(),
    depth: Object.getPrototypeOf(prototype) === null ? 0 : Object.getPrototypeOf(Object.getPrototypeOf(prototype)) === null ? 1 : 2,
    isArray: Array.isArray(object),
  };
};

describe("[SB-REALM] values of a second realm", () => {
  it.each([
    "new Map()",
    "new Set()",
    "new WeakMap()",
    "new WeakSet()",
    "new Date()",
    "new Error()",
    "new TypeError()",
    "({})",
    "[]",
    "/.+/",
    "/[/]x/gi;",
  ])("%s is seen as Node's own other realm is", (code) => {
    expect(seen(valueElsewhere(code))).toEqual(seen(vm.runInNewContext(code)));
  });
  it("has working methods of its own", () => {
    const map = valueElsewhere("new Map()") as Map<string, number>;
    map.set("a", 1);
    expect([map.get("a"), map.size, map.set === Map.prototype.set, [...map]]).toEqual([1, 1, false, [["a", 1]]]);
    expect((valueElsewhere("/a(b)/") as RegExp).exec("ab")?.[1]).toBe("b");
    expect((valueElsewhere("[]") as unknown[]).concat([1])).toEqual([1]);
  });
  it.each(["x = 1", "new Map([[1, 2]])", "globalThis", "new Proxy()", "Array", "new Evil()", "({ a: 1 })"])(
    "%s is not pretended",
    (code) => {
      expect(valueElsewhere(code)).toBe(undefined);
    },
  );
});
