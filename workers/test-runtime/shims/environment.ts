/** `process.env` holds strings whatever is put into it; `import.meta.env` is the same, with Vite's three flags as booleans. */
import { sandboxProcess } from "./globals.ts";

const FLAGS: readonly string[] = ["DEV", "PROD", "SSR"];

export function environmentOf(values: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const text = (value: unknown): string => {
    if (typeof value === "symbol") throw new TypeError("Cannot convert a Symbol value to a string");
    return String(value);
  };
  return new Proxy<Record<string, string | undefined>>(
    { ...values },
    {
      set: (target, name, value) => Reflect.set(target, name, text(value)),
      defineProperty: (target, name, descriptor) =>
        Reflect.defineProperty(
          target,
          name,
          "value" in descriptor
            ? { value: text(descriptor.value), configurable: true, enumerable: true, writable: true }
            : descriptor,
        ),
    },
  );
}

/** As Vitest's own: reads and writes go to the `process.env` of the moment. */
export function importMetaEnvironment(): object {
  const flag = (name: string | symbol): name is string => typeof name === "string" && FLAGS.includes(name);
  return new Proxy(sandboxProcess.env, {
    get: (_, name) =>
      typeof name !== "string" ? undefined : flag(name) ? Boolean(sandboxProcess.env[name]) : sandboxProcess.env[name],
    set: (_, name, value) => {
      if (typeof name === "string") sandboxProcess.env[name] = flag(name) ? (value ? "1" : "") : (value as string);
      return true;
    },
  });
}
