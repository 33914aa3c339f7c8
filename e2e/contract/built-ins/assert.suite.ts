import assert from "node:assert";
import { StringDecoder } from "node:string_decoder";
import { createRequire, isBuiltin } from "node:module";
import path from "node:path";
import { expect, it } from "vitest";

it("rejects and throws", async () => {
  await assert.rejects(Promise.reject(new Error("a")), /a/);
  await assert.doesNotReject(Promise.resolve());
  await expect(assert.rejects(Promise.resolve())).rejects.toThrow("Missing expected rejection");
  assert.throws(
    () => {
      throw new TypeError("t");
    },
    { name: "TypeError", message: "t" },
  );
  expect(() => {
    assert.throws(() => undefined);
  }).toThrow("Missing expected exception");
});

it("compares deeply", () => {
  assert.deepStrictEqual(new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1]]));
  expect(() => {
    assert.deepStrictEqual([1, 2], [2, 1]);
  }).toThrow(assert.AssertionError);
  assert.deepEqual([1], ["1"]);
  assert.notDeepStrictEqual({ a: 1 }, { a: 2 });
});

it("matches and forwards errors", () => {
  assert.match("abc", /b/);
  expect(() => {
    assert.match("abc", /x/);
  }).toThrow(assert.AssertionError);
  assert.ifError(null);
  expect(() => {
    assert.ifError(new Error("x"));
  }).toThrow("ifError got unwanted exception: x");
});

it("says what it expected", () => {
  expect(() => {
    assert.strictEqual(1, 2);
  }).toThrow(
    expect.objectContaining({
      message: "Expected values to be strictly equal:\n\n1 !== 2\n",
      code: "ERR_ASSERTION",
      operator: "strictEqual",
      generatedMessage: true,
    }) as Error,
  );
});

it("a decoder waits for the rest of a sign", () => {
  const decoder = new StringDecoder("utf8");
  expect([decoder.write(Buffer.from([0xe2, 0x82])), decoder.write(Buffer.from([0xac])), decoder.end()]).toEqual(["", "€", ""]);
});

it("modules", () => {
  expect(createRequire(import.meta.url)("node:path")).toBe(path);
  expect([isBuiltin("node:fs"), isBuiltin("left-pad")]).toEqual([true, false]);
});
