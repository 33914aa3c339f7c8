/**
 * A port on which only named methods can be called, with plain values. Comlink alone resolves any property path
 * (`read.constructor`, and from there everything), which would make a capability out of nothing.
 */
import type { Endpoint } from "comlink";
import { expose } from "comlink";

function isAllowed(message: unknown, methods: ReadonlySet<string>): boolean {
  if (typeof message !== "object" || message === null) return false;
  const { type, path, argumentList } = message as { type?: unknown; path?: unknown; argumentList?: unknown };
  if (type === "RELEASE") return true;
  if (type !== "APPLY" || !Array.isArray(path) || path.length !== 1 || !methods.has(String(path[0]))) return false;
  return (
    Array.isArray(argumentList) &&
    argumentList.every((argument: unknown) => {
      if (typeof argument !== "object" || argument === null) return false;
      const { type: kind, value } = argument as { type?: unknown; value?: unknown };
      return kind === "RAW" && typeof value === "string";
    })
  );
}

export function exposeNarrow(target: object, port: MessagePort, methods: readonly string[]): void {
  const allowed = new Set(methods);
  const wrapped = new Map<unknown, EventListener>();
  const endpoint: Endpoint = {
    postMessage: (message: unknown, transfer?: Transferable[]) => {
      port.postMessage(message, transfer ?? []);
    },
    addEventListener: (type, listener) => {
      const guarded: EventListener = (event) => {
        const { data } = event as MessageEvent<unknown>;
        if (isAllowed(data, allowed)) {
          if (typeof listener === "function") listener(event);
          else listener.handleEvent(event);
          return;
        }
        // Answered, so that the caller is not left hanging, and with nothing in it.
        const id = typeof data === "object" && data !== null && "id" in data ? data.id : undefined;
        if (id !== undefined)
          port.postMessage({
            id,
            type: "HANDLER",
            name: "throw",
            value: { isError: true, value: { name: "Error", message: "not allowed on this port" } },
          });
      };
      wrapped.set(listener, guarded);
      port.addEventListener(type, guarded);
    },
    removeEventListener: (type, listener) => {
      const guarded = wrapped.get(listener);
      if (guarded !== undefined) port.removeEventListener(type, guarded);
      wrapped.delete(listener);
    },
    start: () => {
      port.start();
    },
  };
  expose(target, endpoint);
}
