/**
 * Makes a worker's global scope look like Node's: process, Buffer, timers in, browser-only names out. Loaded before
 * everything else of the runtime, since Vitest reads `process` while it is imported.
 */
import { Buffer } from "unenv/node/buffer";
import unenvProcess from "unenv/node/process";
import { nativeCrypto, reflect } from "../primordials.ts";
import { carried } from "../carry.ts";
import { nextTick } from "./ticks.ts";
import { timers } from "./timers-queue.ts";

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf } = reflect;
const scope = globalThis as unknown as Record<string, unknown>;

export interface SandboxProcess {
  env: Record<string, string | undefined>;
  exitCode: unknown;
  exit(code?: unknown): never;
  listeners(event: string): readonly ((...args: unknown[]) => void)[];
  emit(event: string, ...args: unknown[]): boolean;
}
export const sandboxProcess = unenvProcess as unknown as SandboxProcess;

let workingDirectory = "/";
export function setWorkingDirectory(path: string): void {
  workingDirectory = path;
}

let onExit: (how: string) => void = () => undefined;
/** Told of every way to end the process that the repository's code takes. */
export function listenForExit(listener: (how: string) => void): void {
  onExit = listener;
}

function put(target: object, name: string, value: unknown): void {
  defineProperty(target, name, { value, configurable: true, writable: true, enumerable: true });
}

// A page without cross-origin isolation hides the constructor, Node never does.
scope["SharedArrayBuffer"] ??= new WebAssembly.Memory({ initial: 0, maximum: 1, shared: true }).buffer.constructor;
scope["process"] = unenvProcess;
scope["Buffer"] = Buffer;
scope["global"] = globalThis;
defineProperty(globalThis, Symbol.toStringTag, { value: "global", configurable: true });

for (const [name, value] of Object.entries({
  platform: "linux",
  version: "v20.20.0",
  versions: { node: "20.20.0", v8: "11.3.244.8-node.33", uv: "1.46.0", modules: "115" },
  release: { name: "node", lts: "Iron" },
  arch: "x64",
  argv: ["/usr/local/bin/node", "/repo/node_modules/vitest/vitest.mjs"],
  argv0: "node",
  execArgv: [],
  execPath: "/usr/local/bin/node",
  pid: 1,
  ppid: 0,
  title: "node",
  exitCode: undefined,
  send: undefined,
  env: {},
  cwd: () => workingDirectory,
  chdir: (path: string) => {
    workingDirectory = path;
  },
  uptime: () => performance.now() / 1000,
})) {
  put(sandboxProcess, name, value);
}
put(sandboxProcess, "nextTick", nextTick);
for (const name of ["exit", "reallyExit", "abort", "kill", "_kill", "dlopen"]) {
  put(sandboxProcess, name, (code?: unknown): never => {
    const given = name === "exit" ? (code ?? sandboxProcess.exitCode ?? 0) : code;
    onExit(`process.${name} was called with "${String(given)}"`);
    throw new Error(`process.${name} unexpectedly called with "${String(given)}"`);
  });
}

for (const [name, timer] of Object.entries(timers)) put(scope, name, timer);
{
  const microtask = queueMicrotask.bind(globalThis);
  put(scope, "queueMicrotask", function queueMicrotask(callback: () => void): void {
    microtask(typeof callback === "function" ? carried(callback) : callback);
  });
}

if ((nativeCrypto as { randomUUID?: unknown }).randomUUID === undefined) {
  // Only in a secure context; an opaque origin under http is none, Node is always one.
  put(nativeCrypto, "randomUUID", () => {
    const bytes = nativeCrypto.getRandomValues(new Uint8Array(16));
    bytes[6] = ((bytes[6] ?? 0) & 15) | 64;
    bytes[8] = ((bytes[8] ?? 0) & 63) | 128;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  });
}

{
  // Node's words for an abort without a reason.
  const reason = (): DOMException => new DOMException("This operation was aborted", "AbortError");

  const abort = AbortController.prototype.abort;
  const aborted = AbortSignal.abort.bind(AbortSignal);
  put(AbortController.prototype, "abort", function (this: AbortController, ...given: unknown[]) {
    abort.call(this, given.length > 0 && given[0] !== undefined ? given[0] : reason());
  });
  put(AbortSignal, "abort", (...given: unknown[]) => aborted(given.length > 0 && given[0] !== undefined ? given[0] : reason()));
}

let onNetwork: (what: string) => void = () => undefined;
/** Told when the repository's code reaches for the network, which the sandbox hasn't. */
export function listenForNetwork(listener: (what: string) => void): void {
  onNetwork = listener;
}
{
  const request = globalThis.fetch.bind(globalThis);
  put(scope, "fetch", function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = typeof input === "string" ? input : input instanceof URL ? input.href : input.url;
    if (!/^(data|blob):/.test(url)) onNetwork("network requests");
    return request(input, init);
  });
  const Socket = (scope as { WebSocket?: new (...args: unknown[]) => object }).WebSocket;
  if (Socket !== undefined) {
    put(
      scope,
      "WebSocket",
      new Proxy(Socket, {
        construct(target, args: unknown[], made) {
          onNetwork("network requests");
          return Reflect.construct(target, args, made) as object;
        },
      }),
    );
  }
}

const KEEP = new Set(
  "Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry SharedArrayBuffer Iterator SuppressedError DisposableStack AsyncDisposableStack decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN console WebAssembly process Buffer global setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask structuredClone atob btoa performance fetch crypto URL URLSearchParams TextEncoder TextDecoder AbortController AbortSignal Event EventTarget MessageChannel MessagePort MessageEvent Headers Request Response FormData Blob File BroadcastChannel DOMException ReadableStream ReadableStreamDefaultReader ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableByteStreamController ReadableStreamDefaultController TransformStream TransformStreamDefaultController WritableStream WritableStreamDefaultController WritableStreamDefaultWriter ByteLengthQueuingStrategy CountQueuingStrategy TextEncoderStream TextDecoderStream CompressionStream DecompressionStream Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming Crypto CryptoKey SubtleCrypto CustomEvent WebSocket".split(
    " ",
  ),
);

/** What stands under these names before code of the repository, or a DOM environment, puts its own there. */
export const platform: Readonly<Record<string, unknown>> = Object.fromEntries([...KEEP].map((name) => [name, scope[name]]));

/** Turns the worker's own accessors into plain data (an environment must be able to replace `self`) and drops what Node hasn't. */
export function dropBrowserGlobals(): void {
  for (let holder: object | null = globalThis; holder !== null && holder !== Object.prototype; holder = getPrototypeOf(holder)) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (name === "constructor" || name.startsWith("__")) continue;
      const descriptor = getOwnPropertyDescriptor(holder, name);
      if (descriptor === undefined) continue;
      if (KEEP.has(name)) {
        if (
          holder !== globalThis ||
          descriptor.configurable !== true ||
          (descriptor.get === undefined && descriptor.writable === true)
        )
          continue;
        defineProperty(globalThis, name, {
          value: scope[name],
          writable: true,
          configurable: true,
          enumerable: descriptor.enumerable ?? false,
        });
      } else if (holder === EventTarget.prototype) {
        // Never deleted from the prototype itself: ports and signals need it.
        defineProperty(globalThis, name, { value: undefined, writable: true, configurable: true });
      } else deleteProperty(holder, name);
    }
  }
}
