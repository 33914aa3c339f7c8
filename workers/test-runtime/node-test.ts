/**
 * `node:test` over Vitest's API: suites, tests and hooks under Node's signatures. Natively Node's own runner would run
 * beside Vitest; what matters is that callbacks are called and failures are seen.
 */
import { spyModule, vitestModule } from "./vitest.ts";

type Callback = (...args: never[]) => unknown;
interface Options {
  readonly skip?: boolean | string;
  readonly todo?: boolean | string;
  readonly only?: boolean;
  readonly timeout?: number;
  readonly concurrency?: unknown;
}
type Define = (name: string, options: object, run?: unknown) => unknown;
interface Api extends Define {
  readonly skip: Define;
  readonly todo: Define;
  readonly only: Define;
}
const api = vitestModule as unknown as Record<
  "describe" | "test" | "beforeAll" | "afterAll" | "beforeEach" | "afterEach",
  Api & ((run: unknown, timeout?: number) => void)
>;
const { fn, spyOn, restoreAllMocks } = spyModule as unknown as {
  fn: (run?: unknown) => unknown;
  spyOn: (target: object, name: string) => { mockImplementation(run: unknown): unknown };
  restoreAllMocks: () => void;
};

function read(
  args: readonly unknown[],
  fallback: string,
): { readonly name: string; readonly options: Options; readonly run: Callback | undefined } {
  const name = args.find((one): one is string => typeof one === "string");
  const options = args.find((one): one is Options => typeof one === "object" && one !== null);
  const run = args.find((one): one is Callback => typeof one === "function");
  return { name: name ?? (run?.name === undefined || run.name === "" ? fallback : run.name), options: options ?? {}, run };
}

function choose(kind: Api, options: Options, forced: "skip" | "todo" | "only" | null): Define {
  if (forced !== null) return kind[forced];
  if (options.skip !== undefined && options.skip !== false) return kind.skip;
  if (options.todo !== undefined && options.todo !== false) return kind.todo;
  return options.only === true ? kind.only : kind;
}

/** The context that Node hands to a test: enough of it for subtests, which run within their parent. */
function contextOf(): object {
  const after: (() => unknown)[] = [];
  const context = {
    name: "",
    signal: new AbortController().signal,
    diagnostic: () => undefined,
    plan: () => undefined,
    skip: () => undefined,
    todo: () => undefined,
    before: (run: () => unknown) => run(),
    after: (run: () => unknown) => void after.push(run),
    test: async (...args: unknown[]) => {
      const { options, run } = read(args, "subtest");
      if (options.skip === undefined || options.skip === false)
        await (run as ((context: object) => unknown) | undefined)?.(contextOf());
    },
    mock,
    finish: async () => {
      for (const run of after) await run();
    },
  };
  return context;
}

const makeTest =
  (forced: "skip" | "todo" | "only" | null) =>
  (...args: unknown[]): Promise<void> => {
    const { name, options, run } = read(args, "<anonymous>");
    const body =
      run === undefined
        ? undefined
        : run.length > 1
          ? () =>
              new Promise<void>((resolve, reject) =>
                (run as (context: object, done: (error?: unknown) => void) => void)(contextOf(), (error) => {
                  if (error === undefined || error === null) resolve();
                  else reject(error);
                }),
              )
          : async () => {
              const context = contextOf() as { finish(): Promise<void> };
              try {
                await (run as (context: object) => unknown)(context);
              } finally {
                await context.finish();
              }
            };
    choose(api.test, options, forced)(name, options.timeout === undefined ? {} : { timeout: options.timeout }, body);
    return Promise.resolve();
  };
const makeSuite =
  (forced: "skip" | "todo" | "only" | null) =>
  (...args: unknown[]): Promise<void> => {
    const { name, options, run } = read(args, "<suite>");
    choose(api.describe, options, forced)(name, {}, run ?? (() => undefined));
    return Promise.resolve();
  };
const hook =
  (name: "beforeAll" | "afterAll" | "beforeEach" | "afterEach") =>
  (run: () => unknown, options: Options = {}) => {
    api[name](() => run(), options.timeout);
  };

const mock = {
  fn: (run?: unknown) => fn(run),
  method: (target: object, name: string, run?: unknown) => {
    const spy = spyOn(target, name);
    return run === undefined ? spy : spy.mockImplementation(run);
  },
  reset: restoreAllMocks,
  restoreAll: restoreAllMocks,
};
const variants = (make: typeof makeTest): object =>
  Object.assign(make(null), { skip: make("skip"), todo: make("todo"), only: make("only") });
const test = variants(makeTest);
const suite = variants(makeSuite);

export const nodeTest = Object.assign(test, {
  test,
  it: test,
  describe: suite,
  suite,
  before: hook("beforeAll"),
  after: hook("afterAll"),
  beforeEach: hook("beforeEach"),
  afterEach: hook("afterEach"),
  mock,
}) as unknown as Record<string, unknown>;
nodeTest["default"] = nodeTest;
