/**
 * Values as another realm would make them. A worker has one realm, so code can't run in a second one; what a test mostly
 * wants of it is a single value that is no `instanceof` and has no method in common with this realm: such values are
 * built here, with their internal slots, on prototypes of their own. Anything else is not pretended.
 */
type Constructor = new (...args: unknown[]) => object;

const { apply, construct, defineProperty, ownKeys } = Reflect;
/** A property's descriptor as it was before anything was frozen. */
type DescriptorOf = (holder: object, key: PropertyKey) => PropertyDescriptor | undefined;
const MAKERS = { Array, Date, Error, Map, Object, RangeError, RegExp, Set, SyntaxError, TypeError, WeakMap, WeakSet };
const EMPTY_LITERALS: Readonly<Record<string, string>> = { "({})": "Object", "[]": "Array" };

const others = new Map<Constructor, Constructor>();

/** The constructor of that name in the other realm: one and the same each time. */
function otherOf(own: Constructor, descriptorOf: DescriptorOf): Constructor {
  const known = others.get(own);
  if (known !== undefined) return known;
  const other = {
    [own.name]: function (...args: unknown[]): object {
      return construct(own, args, other);
    },
  }[own.name] as unknown as Constructor;
  others.set(own, other);
  const above = Object.getPrototypeOf(own.prototype) as object | null;
  const parent =
    above === null ? null : (otherOf((above as { constructor: Constructor }).constructor, descriptorOf).prototype as object);
  const prototype = Object.create(parent) as object;
  for (const key of ownKeys(own.prototype as object)) {
    const descriptor = descriptorOf(own.prototype as object, key);
    if (descriptor === undefined) continue;
    const copy = { ...descriptor };
    if (typeof descriptor.value === "function") copy.value = key === "constructor" ? other : twin(descriptor.value as Callable);
    if (descriptor.get !== undefined) copy.get = twin(descriptor.get as Callable);
    if (descriptor.set !== undefined) copy.set = twin(descriptor.set as Callable);
    defineProperty(prototype, key, copy);
  }
  defineProperty(other, "prototype", { value: prototype, writable: false, enumerable: false, configurable: false });
  return other;
}

type Callable = (...args: unknown[]) => unknown;
function twin(method: Callable): Callable {
  const made = function (this: unknown, ...args: unknown[]): unknown {
    return apply(method, this, args);
  };
  defineProperty(made, "name", { value: method.name, configurable: true });
  defineProperty(made, "length", { value: method.length, configurable: true });
  return made;
}

/** The value of an expression in the other realm; undefined: this expression is none of those that can be answered. */
export function valueElsewhere(code: string, descriptorOf: DescriptorOf): object | undefined {
  const text = code.trim().replace(/;$/, "");
  const called = /^\(?\s*new ([A-Z]\w*)\(\s*\)\s*\)?$/.exec(text)?.[1] ?? EMPTY_LITERALS[text.replace(/\s/g, "")];
  const maker = called !== undefined && Object.hasOwn(MAKERS, called) ? MAKERS[called as keyof typeof MAKERS] : undefined;
  if (maker !== undefined) return new (otherOf(maker as unknown as Constructor, descriptorOf))();
  const pattern = /^\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)$/.exec(text);
  if (pattern === null) return undefined;
  return construct(RegExp, [pattern[1], pattern[2]], otherOf(RegExp as unknown as Constructor, descriptorOf)) as object;
}
