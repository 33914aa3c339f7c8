/**
 * What a file left behind in its worker. A worker is used for a further file only where that is nothing: each file gets
 * modules, mocks and snapshots of its own, so what could reach the next one is the global scope, a matcher, a listener. The scope
 * itself is put back as it was; what was done to the objects on it is not undone, and counts.
 *
 * The picture is of identities, two levels deep: what stands on the global scope, on each of its objects and on the
 * prototypes of its classes. Frozen intrinsics can't change; whether setup changed them before is told from outside.
 */
import { intrinsics } from "./freeze.ts";
import { isTouched, loadedBuiltins } from "./builtins.ts";
import { memberOf, takePicture } from "./picture.ts";
import { NativeMap, reflect } from "./primordials.ts";
import { realm } from "./realm.ts";
import { isSetupMatcher, removeTestMatchers } from "./added-matchers.ts";
import { hasOwnDefaults } from "./shims/event-emitter.ts";
import { sandboxProcess } from "./shims/globals.ts";
import { hasOwnMask } from "./shims/process.ts";
import { dropTimers } from "./shims/timers-queue.ts";
import { expect, snapshotModule, vi, vitestModule } from "./vitest.ts";

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = reflect;
const { is } = Object;

/** Built-in modules that keep nothing for anybody, as long as their members are their own and nothing was put into them. */
const STATELESS = new Set(
  "assert assert/strict async_hooks buffer child_process console crypto events fs fs/promises http https module net os path path/posix path/win32 process punycode querystring readline readline/promises stream stream/consumers stream/promises stream/web string_decoder timers timers/promises tty url util util/types v8 vm zlib".split(
    " ",
  ),
);
const LISTENED = [
  "uncaughtException",
  "unhandledRejection",
  "rejectionHandled",
  "exit",
  "beforeExit",
  "warning",
  "SIGINT",
  "SIGTERM",
];

const equalityTesters = (): number =>
  (realm[Symbol.for("$$jest-matchers-object")] as { readonly customEqualityTesters: readonly unknown[] }).customEqualityTesters
    .length;

/** Members whose values are made anew for each file. */
const REMADE: ReadonlyMap<object, ReadonlySet<PropertyKey>> = new Map<object, ReadonlySet<PropertyKey>>([
  [sandboxProcess, new Set<PropertyKey>(["env"])],
  [console, new Set<PropertyKey>(["Console"])],
  [expect, new Set<PropertyKey>(["__flags"])],
]);

/** Names of what is not as it was; at most a few. */
export type Leftovers = () => readonly string[];

/** @param replaced global names that the harness itself puts there for each file. */
export function recordLeftovers(replaced: ReadonlySet<PropertyKey>): Leftovers {
  const { constructors, prototypes } = intrinsics();
  const frozen = new Set<object>([...constructors, ...prototypes]);
  const { chai } = vitestModule as unknown as { chai: { Assertion: { prototype: object }; assert: object } };
  const holders = new Map<object, string>([
    [chai.Assertion.prototype, "a matcher"],
    [chai.assert, "assert"],
    [expect, "expect"],
    [vi, "vi"],
  ]);
  const isHolder = (value: unknown): value is object =>
    (typeof value === "object" && value !== null) || typeof value === "function";
  const add = (value: unknown, name: string): void => {
    if (isHolder(value) && !frozen.has(value) && !holders.has(value)) holders.set(value, name);
  };
  for (let scope: object | null = globalThis; scope !== null && scope !== Object.prototype; scope = getPrototypeOf(scope)) {
    add(scope, "the global scope");
    for (const key of ownKeys(scope)) {
      const value: unknown = getOwnPropertyDescriptor(scope, key)?.value;
      add(value, String(key));
      if (typeof value === "function") add(getOwnPropertyDescriptor(value, "prototype")?.value, `${String(key)}.prototype`);
    }
  }
  const kept = new NativeMap(
    [globalThis, console].map((holder: object) => [
      holder,
      new NativeMap(ownKeys(holder).map((key) => [key, getOwnPropertyDescriptor(holder, key)] as const)),
    ]),
  );
  /** What was put on the global scope or on console is taken off it, what was replaced there is put back. */
  const isRestored = (holder: object, key: string | symbol): boolean => {
    const members = kept.get(holder);
    if (members === undefined) return false;
    const before = members.get(key);
    return before === undefined ? deleteProperty(holder, key) : defineProperty(holder, key, before);
  };
  /** Fake timers put what they replaced back on the scope itself, where it had come from a prototype. */
  const inherited = new NativeMap<PropertyKey, unknown>([["performance", performance]]);
  const pictures = [...holders].map(([holder, name]) => ({ holder, name, changed: takePicture(holder) }));
  const serializers = [...snapshotModule.getSerializers()];
  const testers = equalityTesters();

  return () => {
    // What Vitest can put back by itself is no leftover.
    if (vi.isFakeTimers()) vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    // As natively, where the process ends with the file.
    dropTimers();
    removeTestMatchers();
    const left: string[] = [];
    for (const { holder, name, changed } of pictures) {
      const remade = holder === globalThis ? replaced : REMADE.get(holder);
      for (const key of changed()) {
        if (remade?.has(key) === true) continue;
        if ((holder === expect || holder === chai.Assertion.prototype) && isSetupMatcher(key)) continue;
        if (holder === globalThis && inherited.has(key) && is(memberOf(holder, key), inherited.get(key))) continue;
        if (typeof key !== "number" && isRestored(holder, key)) continue;
        left.push(`${name}: ${String(key)}`);
      }
      if (left.length > 8) return left;
    }
    if (hasOwnDefaults()) left.push("a default of EventEmitter");
    if (hasOwnMask()) left.push("a umask");
    (snapshotModule.getSerializers() as unknown[]).splice(0, Infinity, ...serializers);
    if (equalityTesters() !== testers) left.push("an equality tester");
    for (const event of LISTENED) if (sandboxProcess.listeners(event).length > 0) left.push(`a listener for ${event}`);
    for (const { name, isChanged } of loadedBuiltins())
      if (!STATELESS.has(name) || isTouched(name) || isChanged()) left.push(`node:${name}`);
    return left;
  };
}
