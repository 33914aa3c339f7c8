/** What stands on the global scope with `globals: true`, and the locks on it and on what assertions are made of. */
import { lockProperties } from "./freeze.ts";
import { expect, vitestModule } from "./vitest.ts";

/** The API that `globals: true` puts on the global scope. */
export const GLOBAL_API = [
  "suite",
  "test",
  "describe",
  "it",
  "chai",
  "expect",
  "assert",
  "expectTypeOf",
  "assertType",
  "vitest",
  "vi",
  "beforeAll",
  "afterAll",
  "beforeEach",
  "afterEach",
  "aroundAll",
  "aroundEach",
  "onTestFailed",
  "onTestFinished",
];

export function lockAssertions(globals: boolean): void {
  const { chai } = vitestModule as unknown as { chai: { Assertion: { prototype: object }; assert: object } };
  lockProperties(chai.Assertion.prototype);
  lockProperties(chai.assert);
  lockProperties(expect);
  if (!globals) return;
  for (const name of GLOBAL_API) {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
    if (descriptor?.configurable === true)
      Object.defineProperty(globalThis, name, {
        value: descriptor.value as unknown,
        writable: false,
        configurable: false,
        enumerable: false,
      });
  }
}

/** A file before this one in the same worker has locked it, and it is still there. */
export const apiIsLocked = (): boolean => Object.getOwnPropertyDescriptor(globalThis, "expect")?.configurable === false;

export function replacedGlobals(globals: boolean): readonly string[] {
  if (!globals) return [];
  const scope = globalThis as unknown as Record<string, unknown>;
  const api = vitestModule as unknown as Record<string, unknown>;
  return GLOBAL_API.filter((name) => name in api && scope[name] !== api[name]).map((name) => `the global ${name} was replaced`);
}
