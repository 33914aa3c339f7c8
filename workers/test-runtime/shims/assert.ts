/**
 * `node:assert`, written anew: unenv's compares deeply by JSON, so that two different Maps are equal and a wrong test
 * passes. Each call is counted: an assertion is an assertion, whatever package it comes from.
 */
import { inspect } from "node-inspect-extracted";
import { looselyEqual } from "./loosely-equal.ts";

declare const __fixgate_builtin: (name: string) => unknown;
const count = __fixgate_builtin("fixgate:count-assertion") as () => void;
const strictlyEqual = __fixgate_builtin("fixgate:equal") as (a: unknown, b: unknown) => boolean;

type Message = string | Error | undefined;
interface AssertionOptions {
  readonly message?: string | undefined;
  readonly actual?: unknown;
  readonly expected?: unknown;
  readonly operator?: string | undefined;
}

export class AssertionError extends Error {
  readonly actual: unknown;
  readonly expected: unknown;
  readonly operator: string | undefined;
  readonly generatedMessage: boolean;
  readonly code = "ERR_ASSERTION";
  constructor({ message, actual, expected, operator }: AssertionOptions) {
    super(message ?? `${inspect(actual)} ${operator ?? "fail"} ${inspect(expected)}`);
    this.name = "AssertionError";
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    this.generatedMessage = message === undefined;
  }
}

function fails(message: Message, generated: string, actual: unknown, expected: unknown, operator: string): never {
  if (message instanceof Error) throw message;
  const error = new AssertionError({ message: message ?? generated, actual, expected, operator });
  Object.defineProperty(error, "generatedMessage", { value: message === undefined, enumerable: true });
  throw error;
}

const missing = (name: string): TypeError =>
  Object.assign(new TypeError(`The "actual" and "expected" arguments must be specified (${name})`), { code: "ERR_MISSING_ARGS" });

/** [name, whether they must be equal, what is compared, the words of Node's message, the operator in it]. */
const comparisons: readonly (readonly [
  name: string,
  positive: boolean,
  same: (a: unknown, b: unknown) => boolean,
  words: string,
  sign: string,
])[] = [
  ["equal", true, (a, b) => a == b || (a !== a && b !== b), "", "=="],
  ["notEqual", false, (a, b) => a == b || (a !== a && b !== b), "", "!="],
  ["strictEqual", true, Object.is, "Expected values to be strictly equal:", "!=="],
  ["notStrictEqual", false, Object.is, 'Expected "actual" to be strictly unequal to:', ""],
  ["deepEqual", true, looselyEqual, "Expected values to be loosely deep-equal:", "should loosely deep-equal"],
  ["notDeepEqual", false, looselyEqual, 'Expected "actual" not to be loosely deep-equal to:', ""],
  ["deepStrictEqual", true, strictlyEqual, "Expected values to be strictly deep-equal:", "should deep-equal"],
  ["notDeepStrictEqual", false, strictlyEqual, 'Expected "actual" not to be strictly deep-equal to:', ""],
];

type Compare = (actual: unknown, expected: unknown, message?: Message) => void;
const compare = Object.fromEntries(
  comparisons.map(([name, positive, same, words, sign]): [string, Compare] => [
    name,
    (...args) => {
      count();
      const [actual, expected, message] = args;
      if (args.length < 2) throw missing(name);
      if (same(actual, expected) === positive) return;
      const generated =
        words === ""
          ? `${inspect(actual)} ${sign} ${inspect(expected)}`
          : sign === ""
            ? `${words}\n\n${inspect(expected)}\n`
            : `${words}\n\n${inspect(actual)} ${sign} ${inspect(expected)}\n`;
      fails(message, generated, actual, expected, name);
    },
  ]),
);

function ok(...args: readonly unknown[]): void {
  count();
  const [value, message] = args;
  if (value) return;
  fails(
    message as Message,
    args.length === 0 ? "No value argument passed to `assert.ok()`" : "The expression evaluated to a falsy value",
    value,
    true,
    "==",
  );
}

/** Node's rules for the second argument of `throws` and `rejects`: a class, a pattern, a shape, a function, or a message. */
function expectedThrow(error: unknown, expected: unknown, message: Message, operator: string): void {
  if (expected === undefined || typeof expected === "string") return;
  if (expected instanceof RegExp) {
    if (!expected.test(String(error)))
      fails(
        message,
        `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(String(error))}\n`,
        error,
        expected,
        operator,
      );
    return;
  }
  if (typeof expected === "function") {
    const isClass =
      expected.prototype !== undefined &&
      (expected === Error || expected.prototype instanceof Error || /^class\b/.test(Function.prototype.toString.call(expected)));
    if (expected.prototype !== undefined && error instanceof (expected as new () => object)) return;
    if (isClass) throw error;
    if ((expected as (error: unknown) => unknown).call({}, error) !== true)
      fails(
        message,
        `The ${expected.name === "" ? "validation function" : `"${expected.name}" validation function`} is expected to return "true".`,
        error,
        expected,
        operator,
      );
    return;
  }
  for (const key of Object.keys(expected as object)) {
    const wanted = (expected as Record<string, unknown>)[key];
    const had = (error as Record<string, unknown> | undefined)?.[key];
    const same = wanted instanceof RegExp && typeof had === "string" ? wanted.test(had) : strictlyEqual(had, wanted);
    if (!same)
      fails(
        message,
        `Expected values to be strictly deep-equal:\n\n${key}: ${inspect(had)} should deep-equal ${inspect(wanted)}\n`,
        error,
        expected,
        operator,
      );
  }
  if (expected instanceof Error)
    for (const key of ["name", "message"] as const)
      if ((error as Error | undefined)?.[key] !== expected[key])
        fails(
          message,
          `Expected ${key} ${inspect(expected[key])}, received ${inspect((error as Error | undefined)?.[key])}`,
          error,
          expected,
          operator,
        );
}

function throws(run: () => unknown, expected?: unknown, message?: Message): void {
  count();
  let thrown: { readonly error: unknown } | null = null;
  try {
    run();
  } catch (error) {
    thrown = { error };
  }
  const said = typeof expected === "string" ? expected : message;
  if (thrown === null) fails(said, "Missing expected exception.", undefined, expected, "throws");
  expectedThrow(thrown.error, expected, said, "throws");
}
async function rejects(run: Promise<unknown> | (() => Promise<unknown>), expected?: unknown, message?: Message): Promise<void> {
  count();
  let thrown: { readonly error: unknown } | null = null;
  try {
    await (typeof run === "function" ? run() : run);
  } catch (error) {
    thrown = { error };
  }
  const said = typeof expected === "string" ? expected : message;
  if (thrown === null) fails(said, "Missing expected rejection.", undefined, expected, "rejects");
  expectedThrow(thrown.error, expected, said, "rejects");
}
function doesNotThrow(run: () => unknown, _expected?: unknown, message?: Message): void {
  count();
  try {
    run();
  } catch (error) {
    fails(
      message,
      `Got unwanted exception.\nActual message: "${error instanceof Error ? error.message : String(error)}"`,
      error,
      undefined,
      "doesNotThrow",
    );
  }
}
async function doesNotReject(
  run: Promise<unknown> | (() => Promise<unknown>),
  _expected?: unknown,
  message?: Message,
): Promise<void> {
  count();
  try {
    await (typeof run === "function" ? run() : run);
  } catch (error) {
    fails(
      message,
      `Got unwanted rejection.\nActual message: "${error instanceof Error ? error.message : String(error)}"`,
      error,
      undefined,
      "doesNotReject",
    );
  }
}
function match(text: string, pattern: RegExp, message?: Message): void {
  count();
  if (typeof text !== "string" || !pattern.test(text))
    fails(
      message,
      `The input did not match the regular expression ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`,
      text,
      pattern,
      "match",
    );
}
function doesNotMatch(text: string, pattern: RegExp, message?: Message): void {
  count();
  if (typeof text === "string" && pattern.test(text))
    fails(
      message,
      `The input was expected to not match the regular expression ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`,
      text,
      pattern,
      "doesNotMatch",
    );
}
function fail(message: string | Error = "Failed"): never {
  count();
  return fails(message, "Failed", undefined, undefined, "fail");
}
function ifError(value: unknown): void {
  count();
  if (value !== null && value !== undefined)
    fails(
      undefined,
      `ifError got unwanted exception: ${value instanceof Error ? value.message : inspect(value)}`,
      value,
      null,
      "ifError",
    );
}

const members = {
  ok,
  ...compare,
  throws,
  rejects,
  doesNotThrow,
  doesNotReject,
  match,
  doesNotMatch,
  fail,
  ifError,
  AssertionError,
};
const assert = Object.assign((...args: readonly unknown[]) => {
  ok(...args);
}, members) as unknown as Record<string, unknown>;
const strict = Object.assign(
  (...args: readonly unknown[]) => {
    ok(...args);
  },
  members,
  {
    equal: compare["strictEqual"],
    notEqual: compare["notStrictEqual"],
    deepEqual: compare["deepStrictEqual"],
    notDeepEqual: compare["notDeepStrictEqual"],
  },
) as unknown as Record<string, unknown>;
strict["strict"] = strict;
assert["strict"] = strict;
export default assert;
