/** `node:diagnostics_channel` (Node 20). */
import { invalidArgument } from "./node-error.ts";

type Name = string | symbol;
type Listener = (message: unknown, name: Name) => void;
type Transform = (data: unknown) => unknown;
type Fn = (...args: unknown[]) => unknown;
interface Storage {
  run(store: unknown, callback: Fn): unknown;
}

const channels = new Map<Name, Channel>();

/** What a subscriber throws is nobody's to catch: it comes up by itself, as an uncaught error. */
function report(error: unknown): void {
  (globalThis as unknown as { process: { nextTick(run: () => void): void } }).process.nextTick(() => {
    throw error;
  });
}

export class Channel {
  readonly name: Name;
  #subscribers: readonly Listener[] = [];
  readonly #stores = new Map<Storage, Transform | undefined>();
  constructor(name: Name) {
    this.name = name;
    channels.set(name, this);
  }
  get hasSubscribers(): boolean {
    return this.#subscribers.length > 0 || this.#stores.size > 0;
  }
  subscribe(listener: unknown): void {
    if (typeof listener !== "function") throw invalidArgument("subscription", "function", listener);
    this.#subscribers = [...this.#subscribers, listener as Listener];
  }
  unsubscribe(listener: unknown): boolean {
    const index = this.#subscribers.indexOf(listener as Listener);
    if (index < 0) return false;
    this.#subscribers = this.#subscribers.filter((_, position) => position !== index);
    return true;
  }
  bindStore(store: Storage, transform?: Transform): void {
    this.#stores.set(store, transform);
  }
  unbindStore(store: Storage): boolean {
    return this.#stores.delete(store);
  }
  publish(message: unknown): void {
    for (const listener of this.#subscribers) {
      try {
        listener(message, this.name);
      } catch (error) {
        report(error);
      }
    }
  }
  runStores(data: unknown, callback: Fn, self?: unknown, ...args: unknown[]): unknown {
    let run = (): unknown => {
      this.publish(data);
      return Reflect.apply(callback, self, args);
    };
    for (const [store, transform] of this.#stores) {
      const next = run;
      run = () => {
        let context = data;
        if (transform !== undefined) {
          try {
            context = transform(data);
          } catch (error) {
            report(error);
            return next();
          }
        }
        return store.run(context, next);
      };
    }
    return run();
  }
}

export function channel(name: unknown): Channel {
  if (typeof name !== "string" && typeof name !== "symbol") throw invalidArgument("channel", ["string", "symbol"], name);
  return channels.get(name) ?? new Channel(name);
}
export const subscribe = (name: Name, listener: Listener): void => {
  channel(name).subscribe(listener);
};
export const unsubscribe = (name: Name, listener: Listener): boolean => channel(name).unsubscribe(listener);
export const hasSubscribers = (name: Name): boolean => channels.get(name)?.hasSubscribers ?? false;

const EVENTS = ["start", "end", "asyncStart", "asyncEnd", "error"] as const;
type Handlers = Readonly<Partial<Record<(typeof EVENTS)[number], Listener>>>;
type Context = Record<string, unknown>;

export class TracingChannel {
  readonly start: Channel;
  readonly end: Channel;
  readonly asyncStart: Channel;
  readonly asyncEnd: Channel;
  readonly error: Channel;
  constructor(given: string | Readonly<Record<(typeof EVENTS)[number], Channel>>) {
    const of = (event: (typeof EVENTS)[number]): Channel => {
      if (typeof given === "string") return channel(`tracing:${given}:${event}`);
      if (!((given[event] as unknown) instanceof Channel))
        throw invalidArgument(`nameOrChannels.${event}`, "Channel", given[event]);
      return given[event];
    };
    this.start = of("start");
    this.end = of("end");
    this.asyncStart = of("asyncStart");
    this.asyncEnd = of("asyncEnd");
    this.error = of("error");
  }
  get hasSubscribers(): boolean {
    return EVENTS.some((event) => this[event].hasSubscribers);
  }
  subscribe(handlers: Handlers): void {
    for (const event of EVENTS) if (handlers[event] !== undefined) this[event].subscribe(handlers[event]);
  }
  unsubscribe(handlers: Handlers): boolean {
    let done = true;
    for (const event of EVENTS) if (handlers[event] !== undefined && !this[event].unsubscribe(handlers[event])) done = false;
    return done;
  }
  traceSync(fn: Fn, context: Context = {}, self?: unknown, ...args: unknown[]): unknown {
    if (!this.hasSubscribers) return Reflect.apply(fn, self, args);
    return this.start.runStores(context, () => {
      try {
        const result = Reflect.apply(fn, self, args);
        context["result"] = result;
        return result;
      } catch (error) {
        context["error"] = error;
        this.error.publish(context);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }
  tracePromise(fn: Fn, context: Context = {}, self?: unknown, ...args: unknown[]): unknown {
    if (!this.hasSubscribers) return Reflect.apply(fn, self, args);
    const settle = (): void => {
      this.asyncStart.publish(context);
      this.asyncEnd.publish(context);
    };
    return this.start.runStores(context, () => {
      try {
        const given = Reflect.apply(fn, self, args);
        const promise = given instanceof Promise ? given : Promise.resolve(given);
        return promise.then(
          (result: unknown) => {
            context["result"] = result;
            settle();
            return result;
          },
          (error: unknown) => {
            context["error"] = error;
            this.error.publish(context);
            settle();
            throw error;
          },
        );
      } catch (error) {
        context["error"] = error;
        this.error.publish(context);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }
  traceCallback(fn: Fn, position = -1, context: Context = {}, self?: unknown, ...args: unknown[]): unknown {
    if (!this.hasSubscribers) return Reflect.apply(fn, self, args);
    const callback: unknown = args.at(position);
    if (typeof callback !== "function") throw invalidArgument("callback", "function", callback);
    const { error: failed, end, asyncStart, asyncEnd } = this;
    args.splice(position, 1, function (this: unknown, ...given: unknown[]): void {
      const [error, result] = given;
      if (error) {
        context["error"] = error;
        failed.publish(context);
      } else context["result"] = result;
      asyncStart.runStores(context, () => {
        try {
          Reflect.apply(callback as Fn, this, given);
        } finally {
          asyncEnd.publish(context);
        }
      });
    });
    return this.start.runStores(context, () => {
      try {
        return Reflect.apply(fn, self, args);
      } catch (error) {
        context["error"] = error;
        failed.publish(context);
        throw error;
      } finally {
        end.publish(context);
      }
    });
  }
}

export const tracingChannel = (given: ConstructorParameters<typeof TracingChannel>[0]): TracingChannel => new TracingChannel(given);
export default { channel, hasSubscribers, subscribe, tracingChannel, unsubscribe, Channel };
