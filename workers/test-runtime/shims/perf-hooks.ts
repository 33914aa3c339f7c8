/** `node:perf_hooks`: the platform's own classes, with what Node adds to them. */
import unenv from "unenv/node/perf_hooks";
import { RecordableHistogram, type Histogram, type HistogramOptions } from "./histogram.ts";
import { impossible } from "./impossible.ts";
import { invalidArgument } from "./node-error.ts";
import { platform } from "./platform.ts";

type Fn = (this: unknown, ...args: unknown[]) => unknown;
interface Utilization {
  readonly idle: number;
  readonly active: number;
  readonly utilization: number;
}

const {
  performance: native,
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver: NativeObserver,
  PerformanceObserverEntryList,
  PerformanceResourceTiming,
} = platform;
const now = native.now.bind(native);

/** The types that only Node itself measures come from `timerify` alone; the rest is the platform's. */
const functionObservers = new Set<PerformanceObserver>();

class FunctionEntry {
  readonly name: string;
  readonly entryType = "function";
  readonly startTime: number;
  readonly duration: number;
  readonly detail: readonly unknown[];
  constructor(name: string, startTime: number, duration: number, detail: readonly unknown[]) {
    this.name = name;
    this.startTime = startTime;
    this.duration = duration;
    this.detail = detail;
    // Node's entry has its arguments by number, too.
    Object.assign(this, detail);
  }
  toJSON(): object {
    const { name, entryType, startTime, duration, detail } = this;
    return { name, entryType, startTime, duration, detail };
  }
}

const NATIVE_TYPES = ["mark", "measure", "resource"];
const NODE_TYPES = ["function", "gc", "http", "http2", "net", "dns"];
type ObserverCallback = (list: unknown, observer: PerformanceObserver) => void;

class PerformanceObserver {
  readonly #callback: ObserverCallback;
  readonly #native: globalThis.PerformanceObserver;
  #functions: FunctionEntry[] = [];
  constructor(callback: unknown) {
    if (typeof callback !== "function") throw invalidArgument("callback", "function", callback);
    this.#callback = callback as ObserverCallback;
    this.#native = new NativeObserver((list) => {
      this.#callback(list, this);
    });
  }
  observe(options: { readonly type?: string; readonly entryTypes?: readonly string[]; readonly buffered?: boolean }): void {
    const types = options.entryTypes ?? (options.type === undefined ? [] : [options.type]);
    if (types.length === 0) throw invalidArgument("options.entryTypes", "string[]", options.entryTypes);
    for (const type of types)
      if (NODE_TYPES.includes(type) && type !== "function") impossible(`a PerformanceObserver for "${type}"`);
    if (types.includes("function")) functionObservers.add(this);
    const known = types.filter((type) => NATIVE_TYPES.includes(type));
    if (known.length === 0) return;
    if (options.type === undefined) this.#native.observe({ entryTypes: known });
    else this.#native.observe({ type: options.type, buffered: options.buffered ?? false });
  }
  disconnect(): void {
    functionObservers.delete(this);
    this.#functions = [];
    this.#native.disconnect();
  }
  takeRecords(): unknown[] {
    return [...this.#functions.splice(0), ...this.#native.takeRecords()];
  }
  /** A call that was measured; told about in a task of its own, together with those that came meanwhile. */
  take(entry: FunctionEntry): void {
    if (this.#functions.push(entry) > 1) return;
    setImmediate(() => {
      const entries = this.#functions.splice(0);
      if (entries.length === 0) return;
      const list = {
        getEntries: () => entries,
        getEntriesByName: (name: string) => entries.filter((one) => one.name === name),
        getEntriesByType: (type: string) => (type === "function" ? entries : []),
      };
      this.#callback(list, this);
    });
  }
  static get supportedEntryTypes(): readonly string[] {
    return ["function", "mark", "measure", "resource"];
  }
}
const { setImmediate } = platform as unknown as { setImmediate(run: () => void): void };

function timerify(fn: unknown, options: { readonly histogram?: RecordableHistogram } = {}): Fn {
  if (typeof fn !== "function") throw invalidArgument("fn", "function", fn);
  const { histogram } = options;
  if (histogram !== undefined && typeof (histogram as Partial<RecordableHistogram>).record !== "function")
    throw invalidArgument("options.histogram", "RecordableHistogram", histogram);
  const timed: Fn = function (...args) {
    const start = now();
    const finish = (): void => {
      const duration = now() - start;
      histogram?.record(Math.ceil(Math.max(duration * 1e6, 1)));
      for (const observer of functionObservers) observer.take(new FunctionEntry(fn.name, start, duration, args));
    };
    const result: unknown = new.target ? Reflect.construct(fn, args, fn) : Reflect.apply(fn as Fn, this, args);
    if (!new.target && typeof (result as { finally?: unknown } | null | undefined)?.finally === "function")
      return (result as Promise<unknown>).finally(finish);
    finish();
    return result;
  };
  return Object.defineProperties(timed, {
    length: { value: fn.length, configurable: true },
    name: { value: `timerified ${fn.name}`, configurable: true },
  });
}

/** What Node answers before its event loop has done anything: it is right for a loop that can't be looked into. */
const eventLoopUtilization = (): Utilization => ({ idle: 0, active: 0, utilization: 0 });

const nodeTiming = {
  name: "node",
  entryType: "node",
  startTime: 0,
  get duration(): number {
    return now();
  },
  nodeStart: 1,
  v8Start: 2,
  environment: 5,
  bootstrapComplete: 15,
  loopStart: 18,
  loopExit: -1,
  idleTime: 0,
};

for (const [name, value] of Object.entries({ timerify, eventLoopUtilization, nodeTiming }))
  if (!(name in native))
    Object.defineProperty(Performance.prototype, name, { value, writable: true, configurable: true, enumerable: true });

/** `createHistogram` is the only way to a histogram. */
const createHistogram = (options?: HistogramOptions): RecordableHistogram => new RecordableHistogram(options);
const monitorEventLoopDelay = (): Histogram => impossible("perf_hooks.monitorEventLoopDelay");

export default {
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver,
  PerformanceObserverEntryList,
  PerformanceResourceTiming,
  constants: (unenv as { readonly constants: object }).constants,
  createHistogram,
  monitorEventLoopDelay,
  performance: native,
};
