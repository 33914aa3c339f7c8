import zlib from "node:zlib";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("there and back", () => {
  expect(zlib.gunzipSync(zlib.gzipSync("hello")).toString()).toBe("hello");
  expect(zlib.inflateSync(zlib.deflateSync("hello")).toString()).toBe("hello");
  expect(zlib.inflateRawSync(zlib.deflateRawSync(Buffer.from("abc"))).toString()).toBe("abc");
  expect(zlib.deflateSync("hello".repeat(100), { level: zlib.constants.Z_BEST_COMPRESSION }).length).toBeLessThan(50);
  expect(() => zlib.gunzipSync(Buffer.from("no"))).toThrow();
});

it("with a callback", async () => {
  expect((await promisify<Buffer, Buffer>(zlib.inflate)(await promisify<string, Buffer>(zlib.deflate)("abc"))).toString()).toBe(
    "abc",
  );
});

it("as streams", async () => {
  expect(
    (
      await buffer(
        Readable.from([Buffer.from("abc")])
          .pipe(zlib.createGzip())
          .pipe(zlib.createGunzip()),
      )
    ).toString(),
  ).toBe("abc");
});

it("constants", () => {
  const { Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_DEFAULT_STRATEGY, Z_SYNC_FLUSH, Z_DATA_ERROR, GUNZIP } = zlib.constants as Record<
    string,
    unknown
  >;
  expect([Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_DEFAULT_STRATEGY, Z_SYNC_FLUSH, Z_DATA_ERROR, GUNZIP]).toEqual([1, 9, 0, 2, -3, 4]);
});

it("crc32", () => {
  const { crc32 } = zlib as unknown as { crc32: (data: string | Uint8Array, start?: number) => number };
  expect(crc32("123456789")).toBe(0xcbf43926);
  expect(crc32(Buffer.from("56789"), crc32("1234"))).toBe(0xcbf43926);
  expect(() => crc32(3 as never)).toThrow(TypeError);
});
