/** undici for jsdom: the classes exist, and any use of the network is refused. */
const refuse = (): never => {
  throw new Error("the sandbox has no network");
};
const classNamed = (name: string): unknown =>
  ({
    [name]: class {
      compose(): this {
        return this;
      }
      close(): void {
        // nothing is open
      }
      destroy(): void {
        // nothing is open
      }
      dispatch(): never {
        return refuse();
      }
    },
  })[name];
const known: Record<string, unknown> = {
  cacheStores: {},
  interceptors: new Proxy({}, { get: () => () => (dispatch: unknown) => dispatch }),
  request: () => Promise.reject(new Error("the sandbox has no network")),
  fetch: () => Promise.reject(new Error("the sandbox has no network")),
  getGlobalDispatcher: () => ({}),
  setGlobalDispatcher: () => undefined,
  util: { parseHeaders: () => ({}) },
  FormData: globalThis.FormData,
  Headers: globalThis.Headers,
  Request: globalThis.Request,
  Response: globalThis.Response,
};
export default new Proxy(known, {
  get: (target, name) =>
    typeof name !== "string" ? undefined : (target[name] ??= /^[A-Z]/.test(name) ? classNamed(name) : undefined),
});
