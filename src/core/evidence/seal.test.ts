import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oidOf } from "../snapshot/index.ts";
import { canonicalJson } from "./canonical-json.ts";
import { isIntact, seal } from "./seal.ts";

const oid = oidOf("a".repeat(40));

describe("canonical JSON", () => {
  it.each([
    [{ b: 1, a: [true, null, "x"], c: undefined }, '{"a":[true,null,"x"],"b":1}'],
    // The example of RFC 8785, 3.2.3: order by UTF-16 code units.
    [
      { "\u20ac": "Euro", "\r": "CR", "\ufb33": "Dalet", "1": "One", "\ud83d\ude00": "Grin", "\u0080": "Ctl", "\u00f6": "o" },
      '{"\\r":"CR","1":"One","\u0080":"Ctl","ö":"o","€":"Euro","😀":"Grin","\ufb33":"Dalet"}',
    ],
    [{ n: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, -0] }, '{"n":[333333333.3333333,1e+30,4.5,0.002,0]}'],
  ])("[EV1] %j", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it("[EV1] says the same as JSON of any JSON value, whatever the order of its keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [new Map()], [() => 1], [[undefined]], [1n]])("[EV1] refuses %s", (value) => {
    expect(() => canonicalJson(value)).toThrow("not canonical");
  });
});

describe("seal", () => {
  it("[EV2] the digest is of version, snapshot and value; not of the time it took", () => {
    const sealed = seal({ a: 1 }, oid, 12);
    expect(sealed.digest).toBe("sha256:03f4230f67f2ba36ac287f0397797b69d82039cd1b3928050e25f2d72cdc257c");
    expect(seal({ a: 1 }, oid, 99).digest).toBe(sealed.digest);
    expect(isIntact(sealed)).toBe(true);
    expect(isIntact({ ...sealed, value: { a: 2 } })).toBe(false);
    expect(isIntact({ ...sealed, on: oidOf("b".repeat(40)) })).toBe(false);
    expect(isIntact({ ...sealed, version: 2 })).toBe(false);
    expect(isIntact(JSON.parse(JSON.stringify(sealed)) as typeof sealed)).toBe(true);
  });
});
