/* The part "crypto": crypto-browserify, with what Node has and it lacks. */
import crypto from "crypto-browserify";

const web = globalThis.crypto;
type Bytes = Uint8Array;
const { createHash } = crypto as unknown as {
  createHash(name: string): { update(data: unknown): { digest(encoding?: string): unknown } };
};

export default {
  ...crypto,
  webcrypto: web,
  subtle: web.subtle,
  getRandomValues: web.getRandomValues.bind(web),
  randomUUID: () => web.randomUUID(),
  timingSafeEqual(a: Bytes, b: Bytes): boolean {
    if (a.length !== b.length) throw new RangeError("Input buffers must have the same byte length");
    let difference = 0;
    for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
    return difference === 0;
  },
  randomInt(from: number, to?: number): number {
    const [low, high] = to === undefined ? [0, from] : [from, to];
    return low + Math.floor(Math.random() * (high - low));
  },
  hash: (name: string, data: unknown, encoding = "hex"): unknown => createHash(name).update(data).digest(encoding),
};
