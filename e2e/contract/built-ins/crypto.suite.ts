import crypto from "node:crypto";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const KNOWN: Readonly<Record<string, string>> = {
  md5: "900150983cd24fb0d6963f7d28e17f72",
  sha1: "a9993e364706816aba3e25717850c26c9cd0d89d",
  sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  "sha512-256": "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
  "sha3-256": "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
  ripemd160: "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc",
  blake2s256: "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982",
  "RSA-SHA256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
};

it("hashes", () => {
  for (const [name, digest] of Object.entries(KNOWN))
    expect([name, crypto.createHash(name).update("abc").digest("hex")]).toEqual([name, digest]);
  expect(crypto.createHash("sha512").update("abc").digest("base64url").slice(0, 8)).toBe("3a81oZNh");
  expect(crypto.createHash("sha256").update("616263", "hex").digest("hex")).toBe(KNOWN["sha256"]);
  expect(crypto.createHash("shake256", { outputLength: 8 }).update("a").digest("hex")).toBe("867e2cb04f5a04dc");
  expect(() => crypto.createHash("nope")).toThrow("Digest method not supported");
});

it("a hash is copied, used once, and a stream", async () => {
  const hash = crypto.createHash("sha256").update("ab");
  const copy = hash.copy();
  expect(hash.update("c").digest("hex")).toBe(KNOWN["sha256"]);
  expect(copy.update("c").digest("hex")).toBe(KNOWN["sha256"]);
  expect(() => hash.digest()).toThrow(expect.objectContaining({ code: "ERR_CRYPTO_HASH_FINALIZED" }) as Error);
  const stream = crypto.createHash("sha256");
  stream.setEncoding("hex");
  await pipeline(Readable.from([Buffer.from("a"), Buffer.from("bc")]), stream);
  expect(stream.read()).toBe(KNOWN["sha256"]);
});

it("hmac", () => {
  const key = "key";
  const text = "The quick brown fox jumps over the lazy dog";
  expect(crypto.createHmac("sha256", key).update(text).digest("hex")).toBe(
    "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",
  );
  expect(crypto.createHmac("md5", Buffer.from(key)).update(text).digest("hex")).toBe("80070713463e7749b90c2dc24911e275");
  expect(() => crypto.createHmac("nope", key)).toThrow("Invalid digest: nope");
});

it("hkdf", async () => {
  const [ikm, salt, info] = ["0b".repeat(22), "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9"].map((text) =>
    Buffer.from(text, "hex"),
  );
  const expected = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865";
  const key = crypto.hkdfSync("sha256", ikm!, salt!, info!, 42);
  expect(key).toBeInstanceOf(ArrayBuffer);
  expect(Buffer.from(key).toString("hex")).toBe(expected);
  expect(Buffer.from(await promisify(crypto.hkdf)("sha256", ikm!, salt!, info!, 42)).toString("hex")).toBe(expected);
  expect(() => crypto.hkdfSync("nope", "k", "s", "i", 8)).toThrow("Invalid digest: nope");
});

it("scrypt", async () => {
  const expected = "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442";
  expect(crypto.scryptSync("", "", 32, { N: 16, r: 1, p: 1 }).toString("hex")).toBe(expected);
  const later = promisify(crypto.scrypt) as (password: string, salt: string, length: number) => Promise<Buffer>;
  expect(await later("p", "s", 16)).toEqual(crypto.scryptSync("p", "s", 16));
  expect(() => crypto.scryptSync("p", "s", 16, { N: 3 })).toThrow(
    expect.objectContaining({ code: "ERR_CRYPTO_INVALID_SCRYPT_PARAMS" }) as Error,
  );
});

it("pbkdf2", async () => {
  const expected = "120fb6cffcf8b32c43e7225256c4f837a86548c9";
  expect(crypto.pbkdf2Sync("password", "salt", 1, 20, "sha256").toString("hex")).toBe(expected);
  expect((await promisify(crypto.pbkdf2)("password", "salt", 1, 20, "sha256")).toString("hex")).toBe(expected);
});

it("random numbers", async () => {
  expect(crypto.randomUUID()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(crypto.randomBytes(32).equals(crypto.randomBytes(32))).toBe(false);
  expect(await promisify(crypto.randomBytes)(8)).toHaveLength(8);
  const drawn = Array.from({ length: 50 }, () => crypto.randomInt(3, 6));
  expect(drawn.every((one) => one >= 3 && one < 6)).toBe(true);
  expect(new Set(drawn).size).toBeGreaterThan(1);
  expect(() => crypto.randomInt(5, 5)).toThrow(RangeError);
  const filled = crypto.randomFillSync(Buffer.alloc(40), 8, 24);
  expect(filled.subarray(0, 8).every((byte) => byte === 0) && filled.subarray(32).every((byte) => byte === 0)).toBe(true);
  expect(filled.subarray(8, 32).some((byte) => byte !== 0)).toBe(true);
  const later = await new Promise<Uint8Array>((resolve, reject) => {
    crypto.randomFill(new Uint8Array(16), (error, bytes) => {
      if (error === null) resolve(bytes);
      else reject(error);
    });
  });
  expect(later.some((byte) => byte !== 0)).toBe(true);
});

it("ciphers", () => {
  const key = Buffer.alloc(32, 1);
  const iv = Buffer.alloc(16, 2);
  const cipher = crypto.createCipheriv("aes-256-cbc", key, iv);
  const secret = Buffer.concat([cipher.update("hi"), cipher.final()]);
  const decipher = crypto.createDecipheriv("aes-256-cbc", key, iv);
  expect(decipher.update(secret).toString() + decipher.final().toString()).toBe("hi");
  const gcm = crypto.createCipheriv("aes-256-gcm", key, iv.subarray(0, 12));
  const sealed = Buffer.concat([gcm.update("hi"), gcm.final()]);
  const open = crypto.createDecipheriv("aes-256-gcm", key, iv.subarray(0, 12));
  open.setAuthTag(gcm.getAuthTag());
  expect(open.update(sealed).toString() + open.final().toString()).toBe("hi");
  expect(crypto.getCiphers()).toContain("aes-256-cbc");
});

it("comparison and names", () => {
  expect([
    crypto.timingSafeEqual(Buffer.from("a"), Buffer.from("a")),
    crypto.timingSafeEqual(Buffer.from("a"), Buffer.from("b")),
  ]).toEqual([true, false]);
  expect(() => crypto.timingSafeEqual(Buffer.from("a"), Buffer.from("ab"))).toThrow(
    expect.objectContaining({ code: "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH" }) as Error,
  );
  expect(crypto.getHashes()).toEqual(expect.arrayContaining(["sha256", "RSA-SHA256", "sha3-256", "md5"]));
  expect(crypto.webcrypto.getRandomValues(new Uint8Array(4))).toHaveLength(4);
});

it("digests of the web", async () => {
  expect(crypto.subtle).toBe(crypto.webcrypto.subtle);
  const data = new TextEncoder().encode("abc");
  const digest = crypto.subtle.digest("SHA-256", data);
  data[0] = 0;
  expect(Buffer.from(await digest).toString("hex")).toBe(KNOWN["sha256"]);
  await expect(crypto.subtle.digest("SHA-2", data)).rejects.toMatchObject({ name: "NotSupportedError" });
});
