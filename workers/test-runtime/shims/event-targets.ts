/** Remembers who listens on an EventTarget, which the platform never tells and `events.getEventListeners` must. */

type Options = boolean | { once?: boolean; capture?: boolean; signal?: AbortSignal } | null | undefined;
interface Entry {
  readonly type: string;
  readonly listener: object;
  readonly capture: boolean;
}

const registered = new WeakMap<EventTarget, Entry[]>();
const { addEventListener, removeEventListener } = EventTarget.prototype;
const call = Reflect.apply;
const captures = (options: Options): boolean =>
  typeof options === "object" && options !== null ? options.capture === true : options === true;

function forget(target: EventTarget, type: string, listener: unknown, capture: boolean): void {
  const entries = registered.get(target);
  if (entries === undefined) return;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    if (entry?.type !== type || entry.listener !== listener || entry.capture !== capture) continue;
    entries.splice(index, 1);
    return;
  }
}

const add = {
  addEventListener(this: EventTarget, type: string, listener: EventListenerOrEventListenerObject | null, options?: Options): void {
    call(addEventListener, this, [type, listener, options]);
    if (listener === null || typeof this !== "object") return;
    const { once = false, signal } = typeof options === "object" && options !== null ? options : {};
    if (signal?.aborted === true) return;
    const capture = captures(options);
    const entries = registered.get(this) ?? [];
    for (const entry of entries) if (entry.type === type && entry.listener === listener && entry.capture === capture) return;
    entries[entries.length] = { type, listener, capture };
    registered.set(this, entries);
    const drop = (): void => {
      forget(this, type, listener, capture);
    };
    if (once) call(addEventListener, this, [type, drop, { once: true, capture }]);
    if (signal !== undefined) call(addEventListener, signal, ["abort", drop, { once: true }]);
  },
  removeEventListener(
    this: EventTarget,
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: Options,
  ): void {
    call(removeEventListener, this, [type, listener, options]);
    if (listener !== null && typeof this === "object") forget(this, type, listener, captures(options));
  },
};
for (const [name, value] of Object.entries(add))
  Object.defineProperty(EventTarget.prototype, name, { value, writable: true, configurable: true, enumerable: true });

export const targetListeners = (target: EventTarget, type: string): unknown[] =>
  (registered.get(target) ?? []).filter((entry) => entry.type === type).map((entry) => entry.listener);
