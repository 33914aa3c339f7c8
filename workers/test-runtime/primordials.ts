/**
 * What the harness needs of the language and the platform, taken before any code of the repository ran. A test that
 * replaces `Array.prototype.push`, `MessagePort.prototype.postMessage` or the `data` getter of messages replaces them
 * for itself, not for what reports on it. (Frozen intrinsics go further, see freeze.ts; this holds without them.)
 */

type Uncurried<F> = F extends (...args: infer A) => infer R ? (self: unknown, ...args: A) => R : never;

const { apply, ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect;
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- any function at all is meant
export const uncurry = <F extends Function>(method: F): Uncurried<F> =>
  ((self: unknown, ...args: unknown[]): unknown => apply(method as unknown as () => unknown, self, args)) as Uncurried<F>;

export function getterOf(prototype: object, name: string): (self: object) => unknown {
  const getter = getOwnPropertyDescriptor(prototype, name)?.get;
  if (getter === undefined) throw new Error(`no getter ${name}`);
  return (self) => apply(getter, self, []) as unknown;
}

export const reflect = {
  apply,
  ownKeys,
  getOwnPropertyDescriptor,
  defineProperty,
  getPrototypeOf: Reflect.getPrototypeOf,
  deleteProperty: Reflect.deleteProperty,
};
export const freeze = Object.freeze;
export const isArray = Array.isArray;
export const now: () => number = performance.now.bind(performance);
export const nativeSetTimeout: (run: () => void, ms: number) => number = (
  setTimeout as unknown as (run: () => void, ms: number) => number
).bind(globalThis);
export const nativeClearTimeout: (id: number) => void = (clearTimeout as (id: number) => void).bind(globalThis);
export const NativeMessageChannel = MessageChannel;
export const NativePromise = Promise;
export const NativeError = Error;
export const NativeMap = Map;
export const NativeSet = Set;
export const nativeCrypto = crypto;

export const portPost = uncurry(MessagePort.prototype.postMessage as (message: unknown) => void);
export const messageData = getterOf(MessageEvent.prototype, "data");
export const slice = uncurry(String.prototype.slice);

/** Evaluates in the global scope. */
export const globalEval = eval as (code: string) => unknown;

const { FileReaderSync } = globalThis as unknown as { FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer } };
const readerPrototype = FileReaderSync.prototype as { readAsArrayBuffer(blob: Blob): ArrayBuffer };
const readAsArrayBuffer = uncurry(readerPrototype.readAsArrayBuffer);
const reader = new FileReaderSync();
export const blobReader = { readAsArrayBuffer: (blob: Blob): ArrayBuffer => readAsArrayBuffer(reader, blob) };
