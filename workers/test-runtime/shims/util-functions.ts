/** The functions of `node:util` that wrap others: promisify, callbackify, deprecate, debuglog, inherits, aborted. */
import { invalidArgument } from "./node-error.ts";
import { falsyRejection } from "./system-errors.ts";

declare const __fixgate_builtin: (name: string) => unknown;
type Fn = (this: unknown, ...args: unknown[]) => unknown;
interface SandboxProcess {
  readonly noDeprecation?: boolean;
  emitWarning(warning: string, type: string, code?: string): void;
  nextTick(run: () => void): void;
}
const processOf = (): SandboxProcess => (globalThis as unknown as { process: SandboxProcess }).process;
const custom = Symbol.for("nodejs.util.promisify.custom");

function checkFunction(name: string, value: unknown): asserts value is Fn & Record<symbol, unknown> {
  if (typeof value !== "function") throw invalidArgument(name, "function", value);
}

export const promisify = Object.assign(
  function promisify(original: unknown): Fn {
    checkFunction("original", original);
    const given = original[custom];
    if (given !== undefined && given !== null && given !== false) {
      checkFunction("util.promisify.custom", given);
      return Object.defineProperty(given, custom, { value: given, enumerable: false, writable: false, configurable: true });
    }
    const promised: Fn = function (...args) {
      return new Promise((resolve, reject) => {
        Reflect.apply(original, this, [
          ...args,
          (error: unknown, value: unknown) => {
            if (error) reject(error);
            else resolve(value);
          },
        ]);
      });
    };
    Object.setPrototypeOf(promised, Object.getPrototypeOf(original) as object);
    Object.defineProperty(promised, custom, { value: promised, enumerable: false, writable: false, configurable: true });
    return Object.defineProperties(promised, Object.getOwnPropertyDescriptors(original));
  },
  { custom },
);

export function callbackify(original: unknown): Fn {
  checkFunction("original", original);
  const called: Fn = function (...args) {
    const callback = args.pop();
    checkFunction("last argument", callback);
    const { nextTick } = processOf();
    // A callback that throws must not turn into the promise's rejection, so it runs outside of it.
    (Reflect.apply(original, this, args) as Promise<unknown>).then(
      (value) => {
        nextTick(() => {
          Reflect.apply(callback, this, [null, value]);
        });
      },
      (reason: unknown) => {
        nextTick(() => {
          Reflect.apply(callback, this, [reason === null || reason === undefined || !reason ? falsyRejection(reason) : reason]);
        });
      },
    );
  };
  const descriptors = Object.getOwnPropertyDescriptors(original) as Record<string, PropertyDescriptor>;
  const { length, name } = descriptors;
  return Object.defineProperties(called, {
    ...descriptors,
    ...(typeof length?.value === "number" ? { length: { ...length, value: length.value + 1 } } : {}),
    ...(typeof name?.value === "string" ? { name: { ...name, value: `${name.value}Callbackified` } } : {}),
  });
}

const told = new Set<string>();
export function deprecate(fn: Fn, message: string, code?: unknown): Fn {
  if (code !== undefined && typeof code !== "string") throw invalidArgument("code", "string", code);
  let warned = false;
  const warn = (): void => {
    if (warned) return;
    warned = true;
    if (code === undefined) processOf().emitWarning(message, "DeprecationWarning");
    else if (!told.has(code)) {
      told.add(code);
      (__fixgate_builtin("fixgate:touch") as (name: string) => void)("util");
      processOf().emitWarning(message, "DeprecationWarning", code);
    }
  };
  function deprecated(this: unknown, ...args: unknown[]): unknown {
    if (processOf().noDeprecation !== true) warn();
    if (new.target) return Reflect.construct(fn, args, new.target) as object;
    return Reflect.apply(fn, this, args);
  }
  Object.setPrototypeOf(deprecated, fn);
  const { prototype } = fn as { prototype?: object };
  if (prototype !== undefined) deprecated.prototype = prototype;
  return deprecated;
}

/** Never on: Node reads NODE_DEBUG when the process starts, and here nobody set it then. */
export function debuglog(_section: string, callback?: (log: Fn) => void): Fn {
  let first = true;
  const log: Fn = () => {
    if (first) callback?.(() => undefined);
    first = false;
  };
  return Object.defineProperty(log, "enabled", { value: false, configurable: true, enumerable: true });
}

export function inherits(child: unknown, parent: unknown): void {
  checkFunction("ctor", child);
  checkFunction("superCtor", parent);
  const { prototype } = parent as { prototype?: unknown };
  if (prototype === undefined) throw invalidArgument("superCtor.prototype", "Object", prototype);
  Object.defineProperty(child, "super_", { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf((child as unknown as { prototype: object }).prototype, prototype);
}

export async function aborted(signal: unknown, resource: unknown): Promise<void> {
  if (typeof signal !== "object" || signal === null || !("aborted" in signal))
    throw invalidArgument("signal", "AbortSignal", signal);
  if ((typeof resource !== "object" && typeof resource !== "function") || resource === null)
    throw invalidArgument("resource", "Object", resource);
  if (signal.aborted === true) return;
  await new Promise<void>((resolve) => {
    (signal as AbortSignal).addEventListener(
      "abort",
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
