/**
 * Matchers that a file adds. Those of setup files are locked like the built-in ones once the test file is imported; and since
 * each file of a worker has modules of its own, what is installed is a stand-in that calls the matcher of the file that runs.
 * Those of the test file itself are taken away after it.
 */
import { NativeMap, NativeSet, reflect } from "./primordials.ts";
import { realm } from "./realm.ts";
import { expect, vitestModule } from "./vitest.ts";

const { chai } = vitestModule as unknown as { chai: { Assertion: { prototype: object } } };

type Matcher = (...args: unknown[]) => unknown;
type Extend = (matchers: Readonly<Record<string, Matcher>>) => void;

const installed = new NativeSet<PropertyKey>();
const ofThisFile = new NativeMap<string, Matcher>();
const ofTheTest = new NativeSet<string>();
let isSetup = false;

export const isSetupMatcher = (key: PropertyKey): boolean => installed.has(key);

export function beginSetup(): void {
  isSetup = true;
  ofThisFile.clear();
}

export function endSetup(): void {
  isSetup = false;
}

function standIn(name: string, like: Matcher): Matcher {
  function matcher(this: unknown, ...args: unknown[]): unknown {
    const real = ofThisFile.get(name);
    if (real === undefined) throw new Error(`Invalid Chai property: ${name}`);
    return reflect.apply(real, this, args);
  }
  return Object.assign(matcher, like);
}

/** Where `expect.extend` of @vitest/expect 4 puts a matcher. */
function registries(): readonly object[] {
  const jest = realm[Symbol.for("$$jest-matchers-object")] as { readonly matchers: object };
  return [chai.Assertion.prototype, jest.matchers, expect, expect.not, realm[Symbol.for("asymmetric-matchers-object")] as object];
}

export function removeTestMatchers(): void {
  for (const name of ofTheTest) for (const registry of registries()) reflect.deleteProperty(registry, name);
  ofTheTest.clear();
}

export function watchMatchers(): void {
  const holder = expect as unknown as { extend: Extend };
  const extend = holder.extend;
  holder.extend = (matchers) => {
    if (!isSetup) {
      for (const name of Object.keys(matchers)) if (!(name in chai.Assertion.prototype)) ofTheTest.add(name);
      extend(matchers);
      return;
    }
    for (const [name, matcher] of Object.entries(matchers)) {
      ofThisFile.set(name, matcher);
      if (installed.has(name)) continue;
      installed.add(name);
      extend({ [name]: standIn(name, matcher) });
    }
  };
}
