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

/** And what a Jest suite has there. `jest` itself is a parameter of its modules. */
export const JEST_API = "describe fdescribe xdescribe it fit xit test xtest expect beforeAll beforeEach afterAll afterEach".split(
  " ",
);

export interface InstalledApi {
  readonly names: readonly string[];
  readonly members: Readonly<Record<string, unknown>>;
}

/** What stands on the global scope for a project; null: nothing does. */
export function installedApi(globals: boolean, jest: Readonly<Record<string, unknown>> | null): InstalledApi | null {
  if (jest !== null) return { names: JEST_API, members: jest };
  return globals ? { names: GLOBAL_API, members: vitestModule as unknown as Record<string, unknown> } : null;
}

export function lockAssertions(api: InstalledApi | null): void {
  const { chai } = vitestModule as unknown as { chai: { Assertion: { prototype: object }; assert: object } };
  lockProperties(chai.Assertion.prototype);
  lockProperties(chai.assert);
  lockProperties(expect);
  for (const name of api?.names ?? []) {
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

/** Jest's; Vitest puts its own there by itself. */
export function installJest(members: Readonly<Record<string, unknown>>): void {
  if (!apiIsLocked()) Object.assign(globalThis, members);
}

export function replacedGlobals(api: InstalledApi | null): readonly string[] {
  if (api === null) return [];
  const scope = globalThis as unknown as Record<string, unknown>;
  return api.names
    .filter((name) => name in api.members && scope[name] !== api.members[name])
    .map((name) => `the global ${name} was replaced`);
}
