/**
 * Freezes the language's intrinsics, so that nothing a test file imports can replace what the runner, the matchers and
 * the harness run on. Data properties of prototypes first become accessors whose setter defines an own property on
 * the receiver: `this.name = …` in a subclass of Error must go on working (the "override mistake").
 *
 * Left alone: Date, Math, JSON, console, timers (tests spy on them), `Error` itself (libraries set stackTraceLimit).
 */

import { freeze, reflect } from "./primordials.ts";

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = reflect;
const { is } = Object;

export function intrinsics(): { readonly constructors: readonly object[]; readonly prototypes: readonly object[] } {
  const constructors: object[] = [
    Object, Function, Array, String, Promise, Map, Set, WeakMap, WeakSet, RegExp, Symbol, Error, TypeError, RangeError, SyntaxError, EvalError,
    ReferenceError, URIError, AggregateError, Boolean, Number, BigInt, ArrayBuffer, Proxy,
  ]; // prettier-ignore
  const generator = getPrototypeOf(function* () {
    // only its prototype is wanted
  }) as { prototype: object };
  const asyncGenerator = getPrototypeOf(async function* () {
    // only its prototype is wanted
  }) as { prototype: object };
  const asyncFunction = getPrototypeOf(async () => {
    // only its prototype is wanted
  });
  const iterators = [[][Symbol.iterator](), new Map()[Symbol.iterator](), new Set()[Symbol.iterator](), ""[Symbol.iterator]()].map(
    (iterator) => getPrototypeOf(iterator),
  );
  const own = constructors
    .map((constructor) => (constructor as { prototype?: object }).prototype)
    .filter((prototype) => prototype !== undefined);
  const prototypes = [
    ...own,
    Reflect,
    generator,
    generator.prototype,
    asyncGenerator,
    asyncGenerator.prototype,
    asyncFunction,
    ...iterators,
    getPrototypeOf(iterators[0] ?? {}),
  ];
  return { constructors, prototypes: prototypes.filter((prototype) => prototype !== null) };
}

/** The value behind each getter that stands where a data property was. */
const tamed = new WeakMap<() => unknown, unknown>();

/** A property's descriptor as it was before the freezing, for code of ours that takes intrinsics apart. */
export function originalDescriptor(holder: object, key: PropertyKey): PropertyDescriptor | undefined {
  const descriptor = getOwnPropertyDescriptor(holder, key);
  if (descriptor?.get === undefined || !tamed.has(descriptor.get)) return descriptor;
  return { value: tamed.get(descriptor.get), writable: true, enumerable: descriptor.enumerable ?? false, configurable: true };
}

export function freezeIntrinsics(): void {
  const { constructors, prototypes } = intrinsics();
  for (const prototype of prototypes) {
    if (prototype === Reflect || (typeof prototype === "function" && prototype !== Function.prototype)) continue;
    for (const key of ownKeys(prototype)) tameProperty(prototype, key);
  }
  for (const object of [...prototypes, ...constructors]) if (object !== Error) freeze(object);
}

function tameProperty(holder: object, key: PropertyKey): void {
  const descriptor = getOwnPropertyDescriptor(holder, key);
  if (descriptor === undefined || !("value" in descriptor) || descriptor.configurable !== true || descriptor.writable !== true)
    return;
  const value: unknown = descriptor.value;
  const get = (): unknown => value;
  tamed.set(get, value);
  defineProperty(holder, key, {
    configurable: false,
    enumerable: descriptor.enumerable ?? false,
    get,
    set(this: unknown, next: unknown) {
      if (this === holder || this === null || this === undefined)
        throw new TypeError(`Cannot assign to read only property '${String(key)}' of frozen intrinsic`);
      if (typeof this !== "object" && typeof this !== "function") return;
      defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true });
    },
  });
}

/** A picture of the intrinsics as they were, to be compared when the file ended: what differs was replaced. */
export function recordIntrinsics(): () => readonly string[] {
  const { constructors, prototypes } = intrinsics();
  const before: {
    readonly holder: object;
    readonly key: PropertyKey;
    readonly value: unknown;
    readonly get: unknown;
    readonly label: string;
  }[] = [];
  const nameOf = (holder: object): string => {
    const named = constructors.find(
      (constructor) => (constructor as { prototype?: object }).prototype === holder || constructor === holder,
    ) as { name: string } | undefined;
    return named === undefined
      ? "an iterator or function prototype"
      : (named as object) === holder
        ? named.name
        : `${named.name}.prototype`;
  };
  for (const holder of [...prototypes, ...constructors]) {
    const name = nameOf(holder);
    for (const key of ownKeys(holder)) {
      if (holder === Error) continue;
      const descriptor = getOwnPropertyDescriptor(holder, key);
      before.push({
        holder,
        key,
        value: descriptor?.value as unknown,
        get: descriptor?.get,
        label: `${name}.${typeof key === "symbol" ? `[${key.description ?? "symbol"}]` : key}`,
      });
    }
  }
  return () => {
    const changed: string[] = [];
    for (let index = 0; index < before.length; index++) {
      const entry = before[index];
      if (entry === undefined) continue;
      const descriptor = getOwnPropertyDescriptor(entry.holder, entry.key);
      if (!is(descriptor?.value, entry.value) || descriptor?.get !== entry.get) changed[changed.length] = entry.label;
    }
    return changed;
  };
}

/**
 * Locks what assertions are made of: a file may add matchers, and not replace one that is there. Natively
 * `expect.extend({ toBe: … })` replaces the built-in one without a word.
 */
export function lockProperties(holder: object): void {
  for (const key of ownKeys(holder)) {
    const descriptor = getOwnPropertyDescriptor(holder, key);
    if (descriptor?.configurable !== true) continue;
    if ("value" in descriptor) defineProperty(holder, key, { ...descriptor, writable: false, configurable: false });
    else defineProperty(holder, key, { ...descriptor, configurable: false });
  }
}
