/** `node:events`: the package, since unenv's EventEmitter is a class and can't be called without `new`. */
import EventEmitter from "events/";

type Emitter = { on(name: string, listener: (...args: unknown[]) => void): unknown; listeners?(name: string): unknown[] };
interface EventsModule {
  EventEmitter: unknown;
  once: unknown;
  on?: unknown;
  defaultMaxListeners: number;
  errorMonitor?: symbol;
  captureRejectionSymbol?: symbol;
  captureRejections?: boolean;
  setMaxListeners?: unknown;
  getEventListeners?: unknown;
  addAbortListener?: unknown;
  EventEmitterAsyncResource?: unknown;
}
const events = EventEmitter as EventsModule & (new () => object);
events.on ??= async function* (emitter: Emitter, name: string) {
  const queue: unknown[][] = [];
  let wake: () => void = () => undefined;
  emitter.on(name, (...args) => {
    queue.push(args);
    wake();
  });
  for (;;) {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) yield next;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
};
events.errorMonitor ??= Symbol("events.errorMonitor");
events.captureRejectionSymbol ??= Symbol.for("nodejs.rejection");
events.captureRejections ??= false;
events.setMaxListeners ??= () => undefined;
events.getEventListeners ??= (emitter: Emitter, name: string) => emitter.listeners?.(name) ?? [];
events.addAbortListener ??= (signal: AbortSignal, listener: () => void) => {
  signal.addEventListener("abort", listener, { once: true });
  return {
    [Symbol.dispose]: () => {
      signal.removeEventListener("abort", listener);
    },
  };
};
events.EventEmitterAsyncResource ??= class extends events {};
export default events;
export const {
  once,
  on,
  defaultMaxListeners,
  errorMonitor,
  captureRejectionSymbol,
  captureRejections,
  setMaxListeners,
  getEventListeners,
  addAbortListener,
  EventEmitterAsyncResource,
} = events;
export { events as EventEmitter };
