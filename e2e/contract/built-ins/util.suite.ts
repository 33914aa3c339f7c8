import util, {
  aborted,
  callbackify,
  debuglog,
  deprecate,
  format,
  getSystemErrorMap,
  getSystemErrorName,
  inherits,
  inspect,
  isDeepStrictEqual,
  MIMEType,
  parseArgs,
  promisify,
  stripVTControlCharacters,
  styleText,
  toUSVString,
  types,
} from "node:util";
import { expect, it, vi } from "vitest";

it("promisify", async () => {
  const add = function add(a: number, done: (error: Error | null, sum?: number, more?: number) => void): void {
    done(a < 0 ? new Error("negative") : null, a + 1, 9);
  };
  const promised = promisify(add);
  expect(await promised(1)).toBe(2);
  await expect(promised(-1)).rejects.toThrow("negative");
  expect(promised.name).toBe("add");
  expect(() => promisify(3 as never)).toThrow('The "original" argument must be of type function. Received type number (3)');
});

it("promisify.custom", () => {
  const own = (): number => 2;
  const withOwn = Object.assign(() => 1, { [promisify.custom]: own });
  expect(promisify(withOwn)).toBe(own);
  expect(promisify.custom).toBe(Symbol.for("nodejs.util.promisify.custom"));
});

it("callbackify", async () => {
  const call = (fn: () => Promise<unknown>): Promise<unknown> =>
    new Promise((resolve) => {
      callbackify(fn)((error: unknown, value: unknown) => {
        resolve([error, value]);
      });
    });
  const failure = new Error("x");
  expect(await call(() => Promise.resolve(8))).toEqual([null, 8]);
  expect(await call(() => Promise.reject(failure))).toEqual([failure, undefined]);
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a reason that is no error is the point
  expect(await call(() => Promise.reject(null))).toEqual([
    expect.objectContaining({ code: "ERR_FALSY_VALUE_REJECTION", reason: null }),
    undefined,
  ]);
});

it("inherits", () => {
  function Child(): void {
    // only its prototype is wanted
  }
  function Parent(): void {
    // only its prototype is wanted
  }
  inherits(Child, Parent);
  expect(Object.getPrototypeOf(Child.prototype)).toBe(Parent.prototype);
  expect((Child as unknown as { super_: unknown }).super_).toBe(Parent);
});

it("deprecate warns once", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  const old = deprecate((value: number) => value, "old", "DEP9999");
  expect([old(3), old(4)]).toEqual([3, 4]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("warning", warned);
  expect(warned.mock.calls).toEqual([[expect.objectContaining({ name: "DeprecationWarning", message: "old", code: "DEP9999" })]]);
});

it("debuglog is decided when the process starts", () => {
  const told = vi.fn();
  const log = debuglog("built-ins", told);
  process.env["NODE_DEBUG"] = "*";
  log("%s", "quiet");
  delete process.env["NODE_DEBUG"];
  expect(log.enabled).toBe(false);
  expect(told).toHaveBeenCalledTimes(1);
});

it("format and inspect", () => {
  expect(format("%s %d %i %j %o %%", "a", 1.5, 2.7, { a: 1 }, [1])).toBe('a 1.5 2 {"a":1} [ 1, [length]: 1 ] %');
  expect(inspect({ a: new Map([[1, { b: [1, 2] }]]), s: Symbol("x") })).toBe("{ a: Map(1) { 1 => { b: [Array] } }, s: Symbol(x) }");
  expect(inspect({ [inspect.custom]: () => "me" })).toBe("me");
  expect(inspect.defaultOptions.depth).toBe(2);
});

it("isDeepStrictEqual", () => {
  expect(isDeepStrictEqual(new Set([1, { a: 1 }]), new Set([1, { a: 1 }]))).toBe(true);
  expect(isDeepStrictEqual([1], ["1"])).toBe(false);
});

it("types: yes", () => {
  const yes: Partial<Record<keyof typeof types, unknown>> = {
    isPromise: Promise.resolve(),
    isRegExp: /a/,
    isDate: new Date(),
    isAsyncFunction: async () => {
      await Promise.resolve();
    },
    isGeneratorFunction: function* () {
      yield 1;
    },
    isGeneratorObject: (function* () {
      yield 1;
    })(),
    isNativeError: new TypeError(),
    isTypedArray: new Uint8Array(),
    isUint8Array: Buffer.from("a"),
    isFloat64Array: new Float64Array(),
    isBigInt64Array: new BigInt64Array(),
    isBoxedPrimitive: Object(1n),
    isNumberObject: Object(1),
    isStringObject: Object("a"),
    isSymbolObject: Object(Symbol.iterator),
    isMap: new Map(),
    isSet: new Set(),
    isWeakMap: new WeakMap(),
    isWeakSet: new WeakSet(),
    isMapIterator: new Map().keys(),
    isSetIterator: new Set().values(),
    isArrayBuffer: new ArrayBuffer(1),
    isAnyArrayBuffer: new SharedArrayBuffer(1),
    isSharedArrayBuffer: new SharedArrayBuffer(1),
    isDataView: new DataView(new ArrayBuffer(1)),
    isArrayBufferView: new DataView(new ArrayBuffer(1)),
    isArgumentsObject: (function (..._: unknown[]) {
      // eslint-disable-next-line prefer-rest-params -- the object itself is meant
      return arguments;
    })(1),
  };
  for (const [name, value] of Object.entries(yes)) expect([name, types[name as "isMap"](value)]).toEqual([name, true]);
});

it("types: no", () => {
  const no: Partial<Record<keyof typeof types, unknown>> = {
    isPromise: { then: () => undefined },
    isRegExp: { source: "a" },
    isDate: Object.create(Date.prototype),
    isAsyncFunction: () => Promise.resolve(),
    isGeneratorFunction: () => undefined,
    isNativeError: { name: "Error", message: "" },
    isTypedArray: new DataView(new ArrayBuffer(1)),
    isUint8Array: new Uint8ClampedArray(),
    isBoxedPrimitive: 1,
    isNumberObject: 1,
    isStringObject: "a",
    isMap: Object.create(Map.prototype),
    isSet: new Map(),
    isArrayBuffer: new SharedArrayBuffer(1),
    isSharedArrayBuffer: new ArrayBuffer(1),
    isArgumentsObject: [],
    isModuleNamespaceObject: {},
  };
  for (const [name, value] of Object.entries(no)) expect([name, types[name as "isMap"](value)]).toEqual([name, false]);
});

it("styleText", () => {
  expect(styleText("red", "a", { validateStream: false })).toBe("\u001b[31ma\u001b[39m");
  expect(styleText(["bold", "red"], "a", { validateStream: false })).toBe("\u001b[1m\u001b[31ma\u001b[39m\u001b[22m");
  expect(() => styleText("nope" as "red", "a")).toThrow(expect.objectContaining({ code: "ERR_INVALID_ARG_VALUE" }) as Error);
});

it("parseArgs", () => {
  const parsed = parseArgs({
    args: ["-f", "--bar", "b", "p"],
    options: { f: { type: "boolean", short: "f" }, bar: { type: "string" } },
    allowPositionals: true,
  });
  expect(parsed).toMatchObject({ values: { f: true, bar: "b" }, positionals: ["p"] });
});

it("MIMEType", () => {
  const type = new MIMEType('Text/HTML; Charset="utf-8 x"; a=b;c');
  expect([type.essence, type.params.get("charset"), type.params.has("c"), String(type)]).toEqual([
    "text/html",
    "utf-8 x",
    false,
    'text/html;charset="utf-8 x";a=b',
  ]);
  expect(() => new MIMEType("te xt/a")).toThrow(
    expect.objectContaining({
      code: "ERR_INVALID_MIME_SYNTAX",
      message: 'The MIME syntax for a type in "te xt/a" is invalid at 2',
    }) as Error,
  );
});

it("text without lone surrogates and control characters", () => {
  expect(toUSVString("a\ud800")).toBe("a\ufffd");
  expect(toUSVString("\ud83d\ude00")).toBe("\ud83d\ude00");
  expect(stripVTControlCharacters("\u001b[31ma\u001b[39m")).toBe("a");
});

it("aborted", async () => {
  const controller = new AbortController();
  const order: string[] = [];
  const done = aborted(controller.signal, {}).then(() => order.push("aborted"));
  await Promise.resolve();
  order.push("before");
  controller.abort();
  await done;
  expect(order).toEqual(["before", "aborted"]);
});

it("system errors", () => {
  expect(getSystemErrorName(-2)).toBe("ENOENT");
  expect(getSystemErrorMap().get(-13)).toEqual(["EACCES", "permission denied"]);
  expect(() => getSystemErrorName(2)).toThrow(RangeError);
});

it("the old predicates", () => {
  const old = util as unknown as Record<string, (value: unknown) => boolean>;
  expect([
    old["isObject"]!({}),
    old["isObject"]!(null),
    old["isFunction"]!(() => 1),
    old["isPrimitive"]!(1),
    old["isError"]!(new Error()),
  ]).toEqual([true, false, true, true, true]);
});
