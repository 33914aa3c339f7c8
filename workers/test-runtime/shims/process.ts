/** `node:process`: what Node's process has beyond the members that the runtime itself sets up (globals.ts). */
import { sandboxProcess } from "./globals.ts";
import { invalidArgument, nodeError } from "./node-error.ts";

type Members = Record<string, unknown>;
const target = sandboxProcess as unknown as Members;
const started = performance.now();
const now = performance.now.bind(performance);

interface WarningOptions {
  readonly type?: string;
  readonly code?: string;
  readonly detail?: string;
}

function emitWarning(warning: unknown, given?: string | WarningOptions, code?: unknown): void {
  const options = typeof given === "object" ? given : { type: given, code: typeof code === "string" ? code : undefined };
  const { type = "Warning" } = options;
  if (typeof type !== "string") throw invalidArgument("type", "string", type);
  if (typeof warning !== "string" && !(warning instanceof Error)) throw invalidArgument("warning", ["string", "Error"], warning);
  const error = typeof warning === "string" ? new Error(warning) : warning;
  if (typeof warning === "string") {
    error.name = type;
    if (options.code !== undefined) Object.assign(error, { code: options.code });
    const { detail } = options as WarningOptions;
    if (typeof detail === "string") Object.assign(error, { detail });
  }
  if (error.name === "DeprecationWarning") {
    if (target["noDeprecation"] === true) return;
    if (target["throwDeprecation"] === true) throw error;
  }
  (target["nextTick"] as (run: () => void) => void)(() => {
    sandboxProcess.emit("warning", error);
  });
}

/** The time that the worker has been there stands for the time it was busy. */
function cpuUsage(before?: { readonly user: number; readonly system: number }): { user: number; system: number } {
  const user = Math.round((now() - started) * 1000) + 50_000;
  const system = Math.round(user / 8);
  if (before === undefined) return { user, system };
  for (const part of ["user", "system"] as const)
    if (typeof before[part] !== "number") throw invalidArgument(`prevValue.${part}`, "number", before[part]);
  return { user: user - before.user, system: system - before.system };
}

let mask = 0o22;
/** Did somebody set the mask? It keeps no file from anybody here, but it can be read. */
export const hasOwnMask = (): boolean => mask !== 0o22;
function umask(next?: number | string): number {
  const before = mask;
  if (next !== undefined) {
    const value = typeof next === "string" ? Number.parseInt(next, 8) : next;
    if (typeof value !== "number") throw invalidArgument("mask", "number", next);
    if (!Number.isInteger(value) || value < 0)
      throw nodeError(
        TypeError,
        "ERR_INVALID_ARG_VALUE",
        `The argument 'mask' must be a 32-bit unsigned integer or an octal string. Received ${JSON.stringify(next)}`,
      );
    mask = value & 0o777;
  }
  return before;
}

const rss = (): number => 8e7;
const origin = performance.timeOrigin;
const hrtime = (before?: readonly [number, number]): [number, number] => {
  const ms = origin + now();
  let seconds = Math.floor(ms / 1000);
  let nanos = Math.floor((ms % 1000) * 1e6);
  if (before !== undefined) {
    if (!Array.isArray(before)) throw invalidArgument("time", "Array", before);
    seconds -= before[0] ?? 0;
    nanos -= before[1] ?? 0;
    if (nanos < 0) {
      seconds -= 1;
      nanos += 1e9;
    }
  }
  return [seconds, nanos];
};

/** Output goes nowhere, as the console's does; and not through the console, where a spy would take it for a log line. */
const { stdout } = target as { stdout: object };
Object.assign(Object.getPrototypeOf(stdout) as object, {
  write(_chunk: unknown, encoding?: unknown, callback?: unknown): boolean {
    const done = typeof encoding === "function" ? encoding : callback;
    if (typeof done === "function") (target["nextTick"] as (run: unknown) => void)(done);
    return true;
  },
});

const members: Members = {
  arch: "x64",
  release: {
    name: "node",
    lts: "Iron",
    sourceUrl: "https://nodejs.org/download/release/v20.20.0/node-v20.20.0.tar.gz",
    headersUrl: "https://nodejs.org/download/release/v20.20.0/node-v20.20.0-headers.tar.gz",
  },
  config: Object.freeze({
    target_defaults: Object.freeze({ cflags: [], default_configuration: "Release", defines: [], include_dirs: [], libraries: [] }),
    variables: Object.freeze({
      host_arch: "x64",
      target_arch: "x64",
      napi_build_version: "9",
      node_shared: false,
      v8_enable_webassembly: 1,
    }),
  }),
  features: { inspector: true, debug: false, uv: true, ipv6: true, tls_alpn: true, tls_sni: true, tls_ocsp: true, tls: true },
  versions: {
    node: "20.20.0",
    acorn: "8.16.0",
    ada: "2.9.2",
    ares: "1.34.6",
    brotli: "1.1.0",
    cldr: "48.0",
    icu: "78.2",
    llhttp: "9.3.1",
    modules: "115",
    napi: "9",
    nghttp2: "1.61.0",
    openssl: "3.0.19",
    simdutf: "6.4.2",
    tz: "2025c",
    undici: "6.24.1",
    unicode: "17.0",
    uv: "1.46.0",
    uvwasi: "0.0.23",
    v8: "11.3.244.8-node.33",
    zlib: "1.3.1",
  },
  emitWarning,
  cpuUsage,
  resourceUsage: () => {
    const { user, system } = cpuUsage();
    return {
      userCPUTime: user,
      systemCPUTime: system,
      maxRSS: rss() / 1024,
      sharedMemorySize: 0,
      unsharedDataSize: 0,
      unsharedStackSize: 0,
      minorPageFault: 2500,
      majorPageFault: 0,
      swappedOut: 0,
      fsRead: 0,
      fsWrite: 0,
      ipcSent: 0,
      ipcReceived: 0,
      signalsCount: 0,
      voluntaryContextSwitches: 10,
      involuntaryContextSwitches: 10,
    };
  },
  memoryUsage: Object.assign(() => ({ rss: rss(), heapTotal: 4e7, heapUsed: 3e7, external: 2e6, arrayBuffers: 1e5 }), { rss }),
  constrainedMemory: () => 0,
  availableMemory: () => 4_000_000_000,
  hrtime: Object.assign(hrtime, { bigint: () => BigInt(Math.floor((origin + now()) * 1e3)) * 1000n }),
  umask,
  getuid: () => 0,
  geteuid: () => 0,
  getgid: () => 0,
  getegid: () => 0,
  getgroups: () => [0],
  hasUncaughtExceptionCaptureCallback: () => false,
  allowedNodeEnvironmentFlags: new Set<string>(),
  debugPort: 9229,
  stdin: target["stdin"],
  stdout,
  stderr: target["stderr"],
};
for (const [name, value] of Object.entries(members))
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
Object.defineProperty(target, Symbol.toStringTag, { value: "process", configurable: true });

export default sandboxProcess;
