/** `node:assert`, with each call counted: an assertion is an assertion, whatever package it comes from. */
import assert from "unenv/node/assert";

declare const __fixgate_builtin: (name: string) => unknown;
type Callable = ((...args: unknown[]) => unknown) & Record<string, unknown>;

export function counted(original: Callable): Callable {
  const count = __fixgate_builtin("fixgate:count-assertion") as () => void;
  const wrapped = ((...args: unknown[]) => {
    count();
    return original(...args);
  }) as Callable;
  for (const [name, member] of Object.entries(original)) {
    wrapped[name] =
      typeof member === "function" && name !== "AssertionError" && name !== "CallTracker" && name !== "strict"
        ? (...args: unknown[]): unknown => {
            count();
            return (member as Callable)(...args);
          }
        : member;
  }
  return wrapped;
}

const { strict: original } = assert as { readonly strict: Callable };
const plain = counted(assert as Callable);
const strict = counted({ ...original } as Callable);
Object.assign(plain, { strict });
export default plain;
