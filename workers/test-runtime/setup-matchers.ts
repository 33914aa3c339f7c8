/**
 * Matchers of setup files. They are locked like the built-in ones once the test file is imported; and since each file of a
 * worker has setup modules of its own, what is locked is a stand-in that calls the matcher of the file that runs.
 */
import { NativeMap, NativeSet, reflect } from "./primordials.ts";
import { expect } from "./vitest.ts";

type Matcher = (...args: unknown[]) => unknown;
type Extend = (matchers: Readonly<Record<string, Matcher>>) => void;

const installed = new NativeSet<PropertyKey>();
const ofThisFile = new NativeMap<string, Matcher>();
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

export function watchMatchers(): void {
  const holder = expect as unknown as { extend: Extend };
  const extend = holder.extend;
  holder.extend = (matchers) => {
    if (!isSetup) {
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
