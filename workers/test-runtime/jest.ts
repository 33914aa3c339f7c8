/** The object `jest` over Vitest's `vi`, and all else that a Jest suite finds in its files. What can't be had says so by name. */
import type { ProjectConfig } from "../../src/protocol/sandbox-config.ts";
import type { AskHost } from "./channel.ts";
import { createJestModules, type JestModules } from "./jest-modules.ts";
import { createTestApi } from "./jest-tests.ts";
import { tellLimit } from "./limits.ts";
import type { Loader, Supply } from "./loader.ts";
import { NativePromise } from "./primordials.ts";
import { realm } from "./realm.ts";
import { getCurrentSuite, vi, type EvaluatedModulesLike } from "./vitest.ts";

type Members = Record<string, unknown>;
type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

export interface JestSuite {
  /** The API that stands on the global scope; the same for every file of a worker. */
  readonly globals: Readonly<Record<string, unknown>>;
  /** A test file or a setup file: its exports. */
  readonly run: (entry: string, source: "collect" | "setup") => Promise<unknown>;
  beforeTest(): void;
}

let api: Readonly<Record<string, unknown>> | undefined;
export const jestGlobals = (): Readonly<Record<string, unknown>> => (api ??= createTestApi());

export function createJestSuite(input: {
  readonly project: ProjectConfig;
  readonly loader: Loader;
  readonly supply: Supply;
  readonly ask: AskHost;
  readonly evaluated: EvaluatedModulesLike;
}): JestSuite {
  const { project } = input;
  // Vitest's mocks look here for the places where Jest's behave otherwise (workers/build/vitest-realm.mjs).
  realm["jest"] = { construct };
  const replaced = new Set<() => void>();
  const globals = jestGlobals();
  const modules: JestModules = createJestModules({
    ...input,
    root: project.root,
    jestOf,
    globalsOf: (from) => ({ ...globals, jest: jestOf(from), __esModule: true }),
  });
  const shared = { ...functions(replaced), ...timers() };

  function jestOf(from: string): Members {
    const mocks = modules.mocksOf(from);
    const jest: Members = {
      ...shared,
      mock: chained((spec: string, factory?: () => unknown, options?: { readonly virtual?: boolean }) => {
        mocks.mock(spec, factory, options);
      }),
      setMock: chained((spec: string, exported: unknown) => {
        mocks.mock(spec, () => exported, { virtual: true });
      }),
      unmock: chained((spec: string) => {
        mocks.unmock(spec);
      }),
      requireActual: (spec: string) => mocks.actual(spec),
      requireMock: (spec: string) => mocks.mocked(spec),
      createMockFromModule: (spec: string) => mocks.automocked(spec),
      resetModules: chained(() => {
        modules.reset();
      }),
      isolateModules: chained((run: () => void) => {
        modules.isolate(run);
      }),
      isolateModulesAsync: async (run: () => Promise<void>) => {
        await modules.isolate(run);
      },
      enableAutomock: chained(() => {
        tellLimit("jest.enableAutomock");
      }),
      disableAutomock: chained(() => undefined),
    };
    jest["doMock"] = jest["unstable_mockModule"] = jest["mock"];
    jest["dontMock"] = jest["deepUnmock"] = jest["unmock"];
    jest["genMockFromModule"] = jest["createMockFromModule"];
    for (const [name, member] of Object.entries(shared)) if (isChained(member)) jest[name] = chained(member);
    return jest;

    function chained<A extends unknown[]>(run: (...args: A) => unknown): (...args: A) => Members {
      return (...args) => {
        run(...args);
        return jest;
      };
    }
  }

  if (project.jest?.fakeTimers !== null && project.jest !== null)
    (shared["useFakeTimers"] as (options: object) => void)(project.jest.fakeTimers);
  return {
    globals,
    run: (entry, source) =>
      new NativePromise((resolve) => {
        const exported = modules.run(entry);
        if (source === "collect" && getCurrentSuite().tasks.length === 0)
          throw new Error("Your test suite must contain at least one test.");
        resolve(exported);
      }),
    beforeTest() {
      if (project.jest?.resetModules === true) modules.reset();
      if (project.restoreMocks) restore(replaced);
    },
  };
}

const CHAINED = new WeakSet<object>();
const isChained = (member: unknown): member is AnyFunction => typeof member === "function" && CHAINED.has(member);
/** What gives `jest` back, so that calls can be strung together. */
function chain<A extends unknown[]>(run: (...args: A) => unknown): (...args: A) => unknown {
  CHAINED.add(run);
  return run;
}

function restore(replaced: Set<() => void>): void {
  for (const undo of [...replaced].reverse()) undo();
  replaced.clear();
}

/** `new` of a mock: an implementation that is no class is called on the new object, and what it returns counts if it is one. */
function construct(implementation: AnyFunction, args: unknown[], target: new () => object): unknown {
  try {
    // Nothing of it runs: only whether it could be the target of `new` is asked.
    Reflect.construct(Object, [], implementation);
  } catch {
    const self = Object.create(target.prototype as object) as object;
    const returned = Reflect.apply(implementation, self, args);
    return (typeof returned === "object" && returned !== null) || typeof returned === "function" ? returned : self;
  }
  return Reflect.construct(implementation, args, target);
}

function functions(replaced: Set<() => void>): Members {
  const config = (values: object) => {
    vi.setConfig(values);
  };
  return {
    fn(implementation?: AnyFunction) {
      const mock = vi.fn();
      if (implementation === undefined) return mock;
      Object.defineProperty(mock, "length", { value: implementation.length, configurable: true, writable: true });
      return mock.mockImplementation(implementation as never);
    },
    spyOn: (...args: unknown[]) => (vi.spyOn as unknown as AnyFunction)(...args),
    mocked: (item: unknown) => item,
    isMockFunction: (item: unknown) => vi.isMockFunction(item),
    replaceProperty: (holder: Members, key: string, value: unknown) => replaceProperty(replaced, holder, key, value),
    clearAllMocks: chain(() => vi.clearAllMocks()),
    resetAllMocks: chain(() => vi.resetAllMocks()),
    restoreAllMocks: chain(() => {
      vi.restoreAllMocks();
      restore(replaced);
    }),
    setTimeout: chain((ms: number) => {
      config({ testTimeout: ms, hookTimeout: ms });
    }),
    retryTimes: chain((count: number) => {
      config({ retry: count });
    }),
    getSeed: () => 1,
    isEnvironmentTornDown: () => false,
  };
}

/** @see https://jestjs.io/docs/jest-object#jestreplacepropertyobject-propertykey-value */
function replaceProperty(replaced: Set<() => void>, holder: Members, key: string, value: unknown): unknown {
  let owner: object | null = holder;
  while (owner !== null && !Object.hasOwn(owner, key)) owner = Object.getPrototypeOf(owner) as object | null;
  const descriptor = owner === null ? undefined : Object.getOwnPropertyDescriptor(owner, key);
  if (descriptor === undefined) throw new Error(`Property \`${key}\` does not exist in the provided object`);
  if (descriptor.configurable !== true) throw new Error(`Property \`${key}\` is not declared configurable`);
  // The exports of a compiled module are getters, and properties all the same.
  const isExport = (holder as { __esModule?: unknown }).__esModule === true;
  if (!isExport && (descriptor.get !== undefined || descriptor.set !== undefined))
    throw new Error(
      `Cannot replace the \`${key}\` property because it has a ${descriptor.get === undefined ? "setter" : "getter"}`,
    );
  if (typeof holder[key] === "function")
    throw new TypeError(
      `Cannot replace the \`${key}\` property because it is a function. Use \`jest.spyOn(object, '${key}')\` instead.`,
    );
  const isOwn = owner === holder;
  const undo = (): void => {
    replaced.delete(undo);
    if (isOwn) Object.defineProperty(holder, key, descriptor);
    else Reflect.deleteProperty(holder, key);
  };
  replaced.add(undo);
  const put = (next: unknown): void => {
    Object.defineProperty(holder, key, {
      value: next,
      writable: true,
      configurable: true,
      enumerable: descriptor.enumerable ?? true,
    });
  };
  put(value);
  const handle = {
    replaceValue(next: unknown) {
      put(next);
      return handle;
    },
    restore: undo,
  };
  return handle;
}

/** All that Jest's fake timers replace. */
const FAKED =
  "Date hrtime nextTick performance queueMicrotask requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback setImmediate clearImmediate setInterval clearInterval setTimeout clearTimeout".split(
    " ",
  );
interface TimerOptions {
  readonly legacyFakeTimers?: boolean;
  readonly doNotFake?: readonly string[];
  readonly now?: number | Date;
  readonly timerLimit?: number;
  readonly advanceTimers?: boolean | number;
}

function timers(): Members {
  /** Real timers can't be advanced: Jest warns and goes on. */
  const faked =
    (run: (amount?: number) => unknown) =>
    (amount?: number): unknown =>
      vi.isFakeTimers() ? run(amount) : undefined;
  const steps =
    (run: () => unknown) =>
    (count = 1): void => {
      for (let left = count; left > 0; left--) run();
    };
  return {
    useFakeTimers: chain((given?: TimerOptions | string) => {
      const options = typeof given === "object" ? given : {};
      if (given === "legacy" || options.legacyFakeTimers === true) tellLimit("Jest's legacy fake timers");
      vi.useRealTimers();
      const { doNotFake = [], advanceTimers } = options;
      vi.useFakeTimers({
        toFake: FAKED.filter((name) => !doNotFake.includes(name)) as never,
        loopLimit: options.timerLimit ?? 100_000,
        ...(options.now === undefined ? {} : { now: options.now }),
        ...(advanceTimers === undefined || advanceTimers === false
          ? {}
          : { shouldAdvanceTime: true, advanceTimeDelta: advanceTimers === true ? 20 : advanceTimers }),
      });
    }),
    useRealTimers: chain(() => vi.useRealTimers()),
    advanceTimersByTime: faked((ms = 0) => void vi.advanceTimersByTime(ms)),
    advanceTimersByTimeAsync: faked(async (ms = 0) => {
      await vi.advanceTimersByTimeAsync(ms);
    }),
    advanceTimersToNextTimer: faked(steps(() => vi.advanceTimersToNextTimer())),
    advanceTimersToNextTimerAsync: faked(async (count = 1) => {
      for (let left = count; left > 0; left--) await vi.advanceTimersToNextTimerAsync();
    }),
    advanceTimersToNextFrame: faked(() => void vi.advanceTimersToNextFrame()),
    runAllTimers: faked(() => void vi.runAllTimers()),
    runAllTimersAsync: faked(async () => {
      await vi.runAllTimersAsync();
    }),
    runOnlyPendingTimers: faked(() => void vi.runOnlyPendingTimers()),
    runOnlyPendingTimersAsync: faked(async () => {
      await vi.runOnlyPendingTimersAsync();
    }),
    runAllTicks: faked(() => void vi.runAllTicks()),
    runAllImmediates: () => {
      tellLimit("jest.runAllImmediates");
    },
    clearAllTimers: faked(() => void vi.clearAllTimers()),
    getTimerCount: () => (vi.isFakeTimers() ? vi.getTimerCount() : 0),
    setSystemTime: (now?: number | Date) => {
      if (vi.isFakeTimers()) vi.setSystemTime(now ?? vi.getRealSystemTime());
    },
    getRealSystemTime: () => vi.getRealSystemTime(),
    now: () => Date.now(),
    setTimerTickMode: chain((mode: { readonly mode: string; readonly delta?: number }) => {
      const name = mode.mode === "nextAsync" ? "nextTimerAsync" : mode.mode;
      (vi.setTimerTickMode as unknown as AnyFunction)(name, mode.delta);
    }),
  };
}
