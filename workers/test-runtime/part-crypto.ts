/* The part "crypto": hashes and derived keys over @noble/hashes; ciphers and signatures are crypto-browserify's. */
import crypto from "crypto-browserify";
import { hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync } from "./shims/crypto-derive.ts";
import { createHash, createHmac, getHashes, hash, Hash, Hmac } from "./shims/crypto-hash.ts";
import { randomBytes, randomFill, randomFillSync, randomInt, timingSafeEqual } from "./shims/crypto-random.ts";

const web = globalThis.crypto;

export default {
  ...crypto,
  Hash,
  Hmac,
  createHash,
  createHmac,
  getFips: (): number => 0,
  getHashes,
  getRandomValues: web.getRandomValues.bind(web),
  hash,
  hkdf,
  hkdfSync,
  pbkdf2,
  pbkdf2Sync,
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID: () => web.randomUUID(),
  scrypt,
  scryptSync,
  subtle: web.subtle,
  timingSafeEqual,
  webcrypto: web,
};
