/** Errors in Node's own form: a class, a code in brackets in the stack, the message word for word. */

type ErrorClass = new (message: string) => Error;

export function nodeError(Class: ErrorClass, code: string, message: string): Error & { code: string } {
  const error = new Class(message);
  const { name } = error;
  // Node prints the code behind the name, and takes it away again.
  Object.defineProperty(error, "stack", {
    value: (error.stack ?? "").replace(name, `${name} [${code}]`),
    writable: true,
    configurable: true,
  });
  return Object.assign(error, { code });
}

const listOf = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? "")
    : names.length === 2
      ? `${names[0] ?? ""} or ${names[1] ?? ""}`
      : `${names.slice(0, -1).join(", ")}, or ${names.at(-1) ?? ""}`;

/** For what is no object, or shows itself. */
const textOf: (value: unknown) => string = String;

/** What stands behind "Received". */
export function received(value: unknown): string {
  if (value === null || value === undefined) return `Received ${String(value)}`;
  if (typeof value === "function") return `Received function ${value.name}`;
  if (typeof value === "object") {
    const { name } = (value as { constructor?: { name?: string } }).constructor ?? {};
    return name === undefined || name === "" ? "Received [Object: null prototype] {}" : `Received an instance of ${name}`;
  }
  const text = typeof value === "string" ? `'${value.length > 28 ? `${value.slice(0, 25)}...` : value}'` : textOf(value);
  return `Received type ${typeof value} (${text}${typeof value === "bigint" ? "n" : ""})`;
}

/** @param what the argument's name, or `options.name` for a property. */
export function invalidArgument(what: string, expected: string | readonly string[], value: unknown): Error & { code: string } {
  const names = typeof expected === "string" ? [expected] : expected;
  const kinds = names.filter((name) => /^[a-z]/.test(name));
  const classes = names.filter((name) => !/^[a-z]/.test(name));
  const parts = [
    ...(kinds.length === 0 ? [] : [`${kinds.length > 2 ? "one of type" : "of type"} ${listOf(kinds)}`]),
    ...(classes.length === 0 ? [] : [`an instance of ${listOf(classes)}`]),
  ];
  const noun = what.includes(".") ? "property" : "argument";
  return nodeError(TypeError, "ERR_INVALID_ARG_TYPE", `The "${what}" ${noun} must be ${parts.join(" or ")}. ${received(value)}`);
}

export function outOfRange(what: string, range: string, value: unknown): Error & { code: string } {
  return nodeError(
    RangeError,
    "ERR_OUT_OF_RANGE",
    `The value of "${what}" is out of range. It must be ${range}. Received ${textOf(value)}`,
  );
}

/** Node's AbortError: a plain Error with a code, and the signal's reason as its cause. */
export function abortError(signal?: AbortSignal): Error & { code: string } {
  const error = new Error("The operation was aborted", signal === undefined ? undefined : { cause: signal.reason as unknown });
  error.name = "AbortError";
  return Object.assign(error, { code: "ABORT_ERR" });
}
