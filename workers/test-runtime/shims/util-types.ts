/**
 * `node:util/types`: what a value is by its internal slots, which are asked by calling a method that needs them. A
 * proxy can't be told from its target by any code, so that question is refused.
 */
import { impossible } from "./impossible.ts";
import { platform } from "./platform.ts";

const call = Reflect.apply;
type Method = (...args: unknown[]) => unknown;
type Check = (value: unknown) => boolean;

/** Does a method that needs a certain internal slot accept the value? */
const accepted =
  (method: unknown, ...args: unknown[]): Check =>
  (value) => {
    try {
      call(method as Method, value, args);
      return true;
    } catch {
      return false;
    }
  };
const getter = (holder: object, name: PropertyKey): unknown => Object.getOwnPropertyDescriptor(holder, name)?.get;
const objectTag = (value: unknown): string => (call(Object.prototype.toString as Method, value, []) as string).slice(8, -1);
const isObject: Check = (value) => typeof value === "object" && value !== null;

const viewTag = getter(Object.getPrototypeOf(Uint8Array.prototype) as object, Symbol.toStringTag) as Method;
const view =
  (name: string): Check =>
  (value) =>
    call(viewTag, value, []) === name;
const boxed = (prototype: { valueOf: unknown }): Check => {
  const check = accepted(prototype.valueOf);
  return (value) => isObject(value) && check(value);
};

/** By the text of the tag, where nothing else tells: right unless somebody lies about it. */
const tagged =
  (name: string): Check =>
  (value) =>
    isObject(value) && objectTag(value) === name && !Object.hasOwn(value as object, Symbol.toStringTag);

const functionKind =
  (...prototypes: unknown[]): Check =>
  (value) =>
    typeof value === "function" && prototypes.some((prototype) => Object.getPrototypeOf(value) === prototype);
const AsyncFunction: unknown = Object.getPrototypeOf(async () => {
  // only its prototype is wanted
});
const Generator = Object.getPrototypeOf(function* () {
  // only its prototype is wanted
}) as { prototype: object };
const AsyncGenerator = Object.getPrototypeOf(async function* () {
  // only its prototype is wanted
}) as { prototype: object };

const isPromise: Check = (value) => isObject(value) && objectTag(value) === "Promise" && value instanceof Promise;
const inherits =
  (prototype: object): Check =>
  (value) =>
    call(Object.prototype.isPrototypeOf as Method, prototype, [value]) === true;
const isArrayBuffer = accepted(getter(ArrayBuffer.prototype, "byteLength"));
const isSharedArrayBuffer = accepted(getter(SharedArrayBuffer.prototype, "byteLength"));
const isNumberObject = boxed(Number.prototype);
const isStringObject = boxed(String.prototype);
const isBooleanObject = boxed(Boolean.prototype);
const isBigIntObject = boxed(BigInt.prototype);
const isSymbolObject = boxed(Symbol.prototype);
const { CryptoKey } = platform as { CryptoKey?: new () => object };

export default {
  isExternal: (): boolean => false,
  isDate: accepted(Date.prototype.getTime),
  isArgumentsObject: tagged("Arguments"),
  isBigIntObject,
  isBooleanObject,
  isNumberObject,
  isStringObject,
  isSymbolObject,
  isNativeError: (value: unknown): boolean =>
    isObject(value) && objectTag(Object.hasOwn(value as object, Symbol.toStringTag) ? null : value) === "Error",
  isRegExp: (value: unknown): boolean => value !== RegExp.prototype && accepted(getter(RegExp.prototype, "source"))(value),
  isAsyncFunction: functionKind(AsyncFunction, AsyncGenerator),
  isGeneratorFunction: functionKind(Generator, AsyncGenerator),
  isGeneratorObject: (value: unknown): boolean => inherits(Generator.prototype)(value) || inherits(AsyncGenerator.prototype)(value),
  isPromise,
  isMap: accepted(getter(Map.prototype, "size")),
  isSet: accepted(getter(Set.prototype, "size")),
  isMapIterator: inherits(Object.getPrototypeOf(new Map()[Symbol.iterator]()) as object),
  isSetIterator: inherits(Object.getPrototypeOf(new Set()[Symbol.iterator]()) as object),
  isWeakMap: accepted(WeakMap.prototype.has, {}),
  isWeakSet: accepted(WeakSet.prototype.has, {}),
  isArrayBuffer,
  isDataView: accepted(getter(DataView.prototype, "byteLength")),
  isSharedArrayBuffer,
  isProxy: (value: unknown): boolean => {
    if (!isObject(value) && typeof value !== "function") return false;
    return impossible("util.types.isProxy");
  },
  isModuleNamespaceObject: (value: unknown): boolean =>
    isObject(value) && Object.getPrototypeOf(value) === null && tagSelf(value) === "Module",
  isAnyArrayBuffer: (value: unknown): boolean => isArrayBuffer(value) || isSharedArrayBuffer(value),
  isBoxedPrimitive: (value: unknown): boolean =>
    isNumberObject(value) || isStringObject(value) || isBooleanObject(value) || isBigIntObject(value) || isSymbolObject(value),
  isArrayBufferView: (value: unknown): boolean => ArrayBuffer.isView(value),
  isTypedArray: (value: unknown): boolean => call(viewTag, value, []) !== undefined,
  isUint8Array: view("Uint8Array"),
  isUint8ClampedArray: view("Uint8ClampedArray"),
  isUint16Array: view("Uint16Array"),
  isUint32Array: view("Uint32Array"),
  isInt8Array: view("Int8Array"),
  isInt16Array: view("Int16Array"),
  isInt32Array: view("Int32Array"),
  isFloat32Array: view("Float32Array"),
  isFloat64Array: view("Float64Array"),
  isBigInt64Array: view("BigInt64Array"),
  isBigUint64Array: view("BigUint64Array"),
  isKeyObject: (): boolean => false,
  isCryptoKey: (value: unknown): boolean => CryptoKey !== undefined && value instanceof CryptoKey,
};

function tagSelf(value: unknown): unknown {
  return (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
}
