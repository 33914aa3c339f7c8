/** Random numbers of `node:crypto`, from the platform's own source, and the comparison in constant time. */
import { Buffer } from "node:buffer";
import { invalidArgument, nodeError, outOfRange } from "./node-error.ts";
import { platform } from "./platform.ts";

type Callback = (error: Error | null, value?: unknown) => void;
const { crypto: web, setImmediate } = platform as unknown as { crypto: Crypto; setImmediate(run: () => void): void };
const getRandomValues = web.getRandomValues.bind(web);
const MOST_AT_ONCE = 65_536;

function fill(bytes: Uint8Array): void {
  for (let start = 0; start < bytes.length; start += MOST_AT_ONCE)
    getRandomValues(bytes.subarray(start, start + MOST_AT_ONCE) as Uint8Array<ArrayBuffer>);
}

function viewOf(target: unknown, offset: unknown, size: unknown): Uint8Array {
  if (!ArrayBuffer.isView(target) && !(target instanceof ArrayBuffer) && !(target instanceof SharedArrayBuffer))
    throw invalidArgument("buf", ["ArrayBuffer", "ArrayBufferView"], target);
  const bytes = ArrayBuffer.isView(target)
    ? new Uint8Array(target.buffer, target.byteOffset, target.byteLength)
    : new Uint8Array(target);
  const unit = (target as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
  const number = (value: unknown, name: string, otherwise: number, highest: number): number => {
    if (value === undefined) return otherwise;
    if (typeof value !== "number") throw invalidArgument(name, "number", value);
    if (!(value * unit >= 0 && value * unit <= highest)) throw outOfRange(name, `>= 0 && <= ${String(highest)}`, value);
    return value * unit;
  };
  const start = number(offset, "offset", 0, bytes.length);
  const length = number(size, "size", bytes.length - start, 2_147_483_647);
  if (start + length > bytes.length) throw outOfRange("size + offset", `<= ${String(bytes.length)}`, start + length);
  return bytes.subarray(start, start + length);
}

export function randomFillSync(target: unknown, offset?: unknown, size?: unknown): unknown {
  fill(viewOf(target, offset, size));
  return target;
}

export function randomFill(target: unknown, ...rest: unknown[]): void {
  const callback = rest.find((value) => typeof value === "function") as Callback | undefined;
  if (callback === undefined) throw invalidArgument("callback", "function", rest.at(-1));
  const [offset, size] = rest.slice(0, rest.indexOf(callback));
  const bytes = viewOf(target, offset, size);
  setImmediate(() => {
    fill(bytes);
    callback(null, target);
  });
}

export function randomBytes(size: unknown, callback?: unknown): Buffer | undefined {
  if (typeof size !== "number") throw invalidArgument("size", "number", size);
  if (!(size >= 0 && size <= 2_147_483_647)) throw outOfRange("size", ">= 0 && <= 2147483647", size);
  if (callback !== undefined && typeof callback !== "function") throw invalidArgument("callback", "function", callback);
  const bytes = Buffer.alloc(size);
  fill(bytes);
  if (callback === undefined) return bytes;
  setImmediate(() => {
    (callback as Callback)(null, bytes);
  });
  return undefined;
}

const LIMIT = 2 ** 48 - 1;
/** A whole number in [from, to), each as likely as the other. */
export function randomInt(from: unknown, to?: unknown, callback?: unknown): number | undefined {
  const single = to === undefined || typeof to === "function";
  const done = single ? to : callback;
  const [low, high] = single ? [0, from] : [from, to];
  for (const [name, value] of [
    ["min", low],
    ["max", high],
  ] as const)
    // prettier-ignore
    if (!Number.isSafeInteger(value))
      throw nodeError(TypeError, "ERR_INVALID_ARG_TYPE", `The "${name}" argument must be a safe integer. Received ${typeof value === "number" ? `type number (${String(value)})` : String(value)}`);
  if (done !== undefined && typeof done !== "function") throw invalidArgument("callback", "function", done);
  const [min, max] = [low as number, high as number];
  if (max <= min) throw outOfRange("max", `greater than the value of "min" (${String(min)})`, max);
  const range = max - min;
  if (range > LIMIT) throw outOfRange(single ? "max" : "max - min", `<= ${String(LIMIT)}`, range);
  // What is left over above the last whole multiple would make small numbers likelier.
  const fair = LIMIT + 1 - ((LIMIT + 1) % range);
  let drawn: number;
  do {
    const bytes = new Uint8Array(6);
    fill(bytes);
    drawn = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  } while (drawn >= fair);
  const value = min + (drawn % range);
  if (done === undefined) return value;
  setImmediate(() => {
    (done as Callback)(null, value);
  });
  return undefined;
}

export function timingSafeEqual(a: unknown, b: unknown): boolean {
  const [one, two] = ([["buf1", a], ["buf2", b]] as const).map(([name, value]) => {
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    throw nodeError(
      TypeError,
      "ERR_INVALID_ARG_TYPE",
      `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`,
    );
  }) as [Uint8Array, Uint8Array]; // prettier-ignore
  if (one.length !== two.length)
    throw nodeError(RangeError, "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", "Input buffers must have the same byte length");
  let difference = 0;
  for (let index = 0; index < one.length; index++) difference |= (one[index] ?? 0) ^ (two[index] ?? 0);
  return difference === 0;
}
