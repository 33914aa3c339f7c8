/** `node:console` over the sandbox's console, which keeps quiet: a million log lines must cost nothing. */
const quiet = (): void => undefined;
const methods =
  "log info warn error debug trace dir dirxml table group groupCollapsed groupEnd count countReset time timeEnd timeLog assert clear timeStamp profile profileEnd".split(
    " ",
  );

export class Console {
  constructor() {
    for (const name of methods)
      Object.defineProperty(this, name, {
        value: Object.defineProperty(() => undefined, "name", { value: name }),
        writable: true,
        configurable: true,
        enumerable: true,
      });
  }
}
export function silenceConsole(): void {
  const console = globalThis.console as unknown as Record<string, unknown>;
  for (const name of methods)
    Object.defineProperty(console, name, {
      value: Object.defineProperty(() => quiet(), "name", { value: name }),
      writable: true,
      configurable: true,
      enumerable: true,
    });
}
export default Object.assign(globalThis.console, { Console });
