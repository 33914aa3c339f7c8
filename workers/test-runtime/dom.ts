/** The DOM packages as Vitest's environments import them: from their parts, and jsdom without scripts of its own (no second realm). */
type Load = (name: string) => Record<string, unknown>;
type Constructor = new (...args: unknown[]) => object;

export function domPart(name: string, load: Load): Record<string, unknown> {
  if (name !== "jsdom") return load(name);
  const jsdom = load("jsdom");
  const construct = (constructor: string, prepare: (args: unknown[]) => void): Constructor =>
    new Proxy(jsdom[constructor] as Constructor, {
      construct(target, args: unknown[]) {
        prepare(args);
        return new target(...args);
      },
    });
  return {
    ...jsdom,
    JSDOM: construct("JSDOM", (args) => {
      const options = args[1] as { runScripts?: unknown } | undefined;
      if (options !== undefined) delete options.runScripts;
    }),
  };
}
