/** Jest's names for suites, tests and hooks over Vitest's: `done`, `failing`, its own `each`, and nothing handed to a test. */
import { stringify } from "@vitest/utils/display";
import { builtinCommonJs } from "./builtins.ts";
import { expect, vitestModule } from "./vitest.ts";

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
type Name = string | number | AnyFunction;
interface Definition {
  (name: string, run: unknown, timeout?: number): void;
  readonly only: Definition;
  readonly skip: Definition;
  readonly todo: Definition;
  readonly fails: Definition;
  readonly concurrent: Definition;
}
type Hook = (run: AnyFunction, timeout?: number) => void;
const vitest = vitestModule as unknown as Readonly<Record<string, Definition & Hook>>;

const nameOf = (name: Name): string => (typeof name === "function" ? name.name : String(name));
const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error(`Failed: ${typeof reason === "string" ? `"${reason}"` : stringify(reason)}`);

/** What runs in the end: with a callback where one more parameter is declared than there are values. */
function callable(run: unknown, values: readonly unknown[], kind: "test" | "hook"): () => unknown {
  if (typeof run !== "function")
    throw new TypeError(
      run === undefined
        ? `Missing second argument. It must be a callback function.${kind === "test" ? " Perhaps you want to use `test.todo` for a test placeholder." : ""}`
        : `Invalid argument, ${typeof run}. It must be a callback function.`,
    );
  const body = run as AnyFunction;
  if (body.length > values.length)
    return () =>
      new Promise<void>((resolve, reject) => {
        const done = Object.assign(
          (reason?: unknown) => {
            if (reason === undefined || reason === null || reason === false) resolve();
            else reject(asError(reason));
          },
          {
            fail: (reason?: unknown) => {
              reject(asError(reason));
            },
          },
        );
        const returned = body.call({}, ...values, done);
        if (isThenable(returned))
          reject(
            new Error(
              "Test functions cannot both take a 'done' callback and return something. Either use a 'done' callback, or return a promise.",
            ),
          );
      });
  return () => {
    const returned = body.call({}, ...values);
    if (isThenable(returned)) return Promise.resolve(returned).then(() => undefined);
    if (kind === "test" && returned !== undefined) {
      if (isGenerator(returned)) return drain(returned);
      throw new Error(`test functions can only return Promise or undefined.\nReturned value: ${stringify(returned)}`);
    }
    return undefined;
  };
}

const isGenerator = (value: unknown): value is Iterator<unknown> =>
  typeof value === "object" && value !== null && typeof (value as { next?: unknown }).next === "function";
async function drain(steps: Iterator<unknown>): Promise<void> {
  for (let step = steps.next(); step.done !== true; step = steps.next(await step.value));
}

/** How one kind of test or suite is defined, once with values from a table. */
type Define = (name: string, run: unknown, values: readonly unknown[], timeout: number | undefined) => void;
const testBy =
  (definition: Definition): Define =>
  (name, run, values, timeout) => {
    definition(name, callable(run, values, "test"), timeout);
  };
const suiteBy =
  (definition: Definition): Define =>
  (name, run, values) => {
    if (typeof run !== "function") throw new TypeError("Missing second argument. It must be a callback function.");
    definition(name, () => {
      // What a suite returns is nobody's business in Jest.
      (run as AnyFunction).call({}, ...values);
    });
  };

function caller(define: Define, members: Readonly<Record<string, unknown>> = {}): unknown {
  const call = (name: Name, run: unknown, timeout?: number): void => {
    define(nameOf(name), run, [], timeout);
  };
  return Object.assign(call, { each: eachOf(define), ...members });
}

function tests(definition: Definition): unknown {
  const failing = (of: Definition): unknown => caller(testBy(of.fails));
  const skipped = (): unknown =>
    caller((name) => {
      definition.skip(name, () => undefined);
    });
  return caller(testBy(definition), {
    only: caller(testBy(definition.only), { failing: failing(definition.only) }),
    skip: Object.assign(skipped() as object, { failing: skipped() }),
    todo: (name: Name) => {
      definition.todo(nameOf(name), undefined);
    },
    failing: Object.assign(failing(definition) as object, { only: failing(definition.only), skip: skipped() }),
    concurrent: caller(testBy(definition.concurrent), {
      only: caller(testBy(definition.concurrent.only)),
      skip: skipped(),
      failing: failing(definition.concurrent),
    }),
  });
}

/** @see https://jestjs.io/docs/api#testeachtablename-fn-timeout */
function eachOf(define: Define) {
  return (table: readonly unknown[], ...data: readonly unknown[]) => {
    const rows = "raw" in table ? templateRows(table as unknown as TemplateStringsArray, data) : null;
    return (name: Name, run: unknown, timeout?: number): void => {
      const title = nameOf(name);
      if (rows !== null) {
        rows.forEach((row, index) => {
          define(withVariables(title, row, index), run, [row], timeout);
        });
        return;
      }
      const isTable = table.every((row) => Array.isArray(row));
      const byVariables =
        !/%[sdifjoOp#$]/.test(title.replaceAll("%%", "")) &&
        !isTable &&
        table.every((row) => typeof row === "object" && row !== null);
      table.forEach((row, index) => {
        const values = isTable ? (row as readonly unknown[]) : [row];
        const named = byVariables ? withVariables(title, row as object, index) : withValues(title, values, index);
        define(named, run, values, timeout);
      });
    };
  };
}

function templateRows(strings: TemplateStringsArray, data: readonly unknown[]): readonly Record<string, unknown>[] {
  const headings = (strings[0] ?? "").replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, "").trim().split("|").map((heading) => heading.trim()).filter((heading) => heading !== ""); // prettier-ignore
  const rows: Record<string, unknown>[] = [];
  for (let at = 0; at < data.length; at += headings.length)
    rows.push(Object.fromEntries(headings.map((heading, column) => [heading, data[at + column]])));
  return rows;
}

const pretty = (value: unknown): string => stringify(value, 1, { min: true, escapeString: true });

function withVariables(title: string, row: object, index: number): string {
  const names = Object.keys(row).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const named =
    names.length === 0
      ? title
      : title.replace(new RegExp(`\\$(${names.join("|")})[.\\w]*`, "g"), (match) => {
          let value: unknown = row;
          for (const key of match.slice(1).split("."))
            value = value === null || value === undefined ? undefined : (value as Record<string, unknown>)[key];
          return (typeof value === "object" && value !== null) || typeof value === "function" ? pretty(value) : String(value);
        });
  return named.replace("$#", String(index));
}

/** A percent sign that a value brings is none of the title's. */
const ESCAPE = "\u0000percent\u0000";

function withValues(title: string, values: readonly unknown[], index: number): string {
  let named = title
    .replaceAll("%%", ESCAPE)
    .replace("%#", String(index))
    .replace("%$", String(index + 1));
  for (const value of values) {
    const placeholder = /%[sdifjoOp]/.exec(named)?.[0];
    if (placeholder === undefined) break;
    const text = placeholder === "%p" ? pretty(value) : printed(placeholder, value);
    named = named.replace(placeholder, () => text.replaceAll("%", ESCAPE));
  }
  return named.replaceAll(ESCAPE, "%");
}

function printed(placeholder: string, value: unknown): string {
  if (placeholder === "%s" && (typeof value === "string" || typeof value === "boolean" || value === null || value === undefined))
    return String(value);
  const { format } = builtinCommonJs("util") as { format: (placeholder: string, value: unknown) => string };
  return format(placeholder, value);
}

function suites(definition: Definition): unknown {
  return caller(suiteBy(definition), {
    only: caller(suiteBy(definition.only)),
    skip: caller(suiteBy(definition.skip)),
  });
}

const hook =
  (define: Hook | undefined): Hook =>
  (run, timeout) => {
    const call = callable(run, [], "hook");
    define?.(() => call(), timeout);
  };

/** In Jest the tests of a suite fail where what comes before them all has failed; in Vitest they are left out. */
const beforeAll: Hook = (run, timeout) => {
  const call = callable(run, [], "hook");
  let failure: { readonly reason: unknown } | null = null;
  vitest["beforeAll"]?.(async () => {
    try {
      await call();
    } catch (reason) {
      failure = { reason };
    }
  }, timeout);
  vitest["beforeEach"]?.(() => {
    if (failure !== null) throw failure.reason;
  });
};

/** What Jest puts on the global scope. */
export function createTestApi(): Readonly<Record<string, unknown>> {
  const test = vitest["test"];
  const describe = vitest["describe"];
  if (test === undefined || describe === undefined) throw new Error("Vitest has no test or describe");
  const it = tests(test) as Readonly<Record<string, unknown>>;
  const suite = suites(describe) as Readonly<Record<string, unknown>>;
  return {
    describe: suite,
    fdescribe: suite["only"],
    xdescribe: suite["skip"],
    it,
    fit: it["only"],
    xit: it["skip"],
    test: it,
    xtest: it["skip"],
    expect,
    beforeAll,
    beforeEach: hook(vitest["beforeEach"]),
    afterAll: hook(vitest["afterAll"]),
    afterEach: hook(vitest["afterEach"]),
  };
}
