/**
 * Node's built-in modules by name. Some stand in this bundle because Vitest needs them at once; the others are in the
 * part "node" (and crypto, zlib in parts of their own). What no browser can do is refused by name.
 */
import * as buffer from "node:buffer";
import * as console from "node:console";
import * as events from "node:events";
import * as module from "node:module";
import * as path from "node:path";
import * as process from "node:process";
import * as timers from "node:timers";
import * as timersPromises from "node:timers/promises";
import * as url from "node:url";
import * as vm from "node:vm";
import { tellLimit, withinLimit } from "./limits.ts";
import { nodeTest } from "./node-test.ts";
import { part } from "./parts.ts";
import { takePicture } from "./picture.ts";

type Namespace = Record<string, unknown>;
const withDefault = (value: unknown): Namespace =>
  typeof value === "object" && value !== null && "default" in value ? value : { ...(value as Namespace), default: value };
const posix = withDefault((path as unknown as { posix: unknown }).posix);
const eager: Readonly<Record<string, Namespace>> = {
  buffer: buffer,
  console: console as unknown as Namespace,
  events: events as unknown as Namespace,
  module: module as unknown as Namespace,
  path: path as unknown as Namespace,
  "path/posix": posix,
  "path/win32": withDefault((path as unknown as { win32: unknown }).win32),
  process: process as unknown as Namespace,
  timers: timers,
  "timers/promises": timersPromises,
  url: url,
  vm: vm,
};

/** What no browser can do, by module and function: named in the report when it is used, not when it is imported. */
const LIMITED: Readonly<Record<string, { readonly what: string; readonly functions: RegExp }>> = {
  child_process: { what: "child processes", functions: /^(spawn|exec|execFile|fork)(Sync)?$/ },
  worker_threads: { what: "worker threads", functions: /^Worker$/ },
  cluster: { what: "cluster", functions: /^fork$/ },
  net: { what: "sockets", functions: /^(connect|createConnection|createServer|Socket|Server)$/ },
  tls: { what: "sockets", functions: /^(connect|createServer|TLSSocket)$/ },
  dgram: { what: "sockets", functions: /^(createSocket|Socket)$/ },
  http: { what: "network requests and servers", functions: /^(request|get|createServer|Server|ClientRequest)$/ },
  https: { what: "network requests and servers", functions: /^(request|get|createServer|Server)$/ },
  http2: { what: "network requests and servers", functions: /^(connect|createServer|createSecureServer)$/ },
  dns: { what: "name lookups", functions: /^(lookup|resolve\w*|reverse)$/ },
  inspector: { what: "the inspector", functions: /^(open|Session)$/ },
  sqlite: { what: "node:sqlite", functions: /./ },
};

/** The functions of each of Node's modules, one string each: put in by the build, from the Node that builds. */
declare const __NODE_FUNCTIONS__: Readonly<Record<string, string>>;

const namespaces = new Map<string, Namespace>();

interface LoadedBuiltin {
  /** Without `node:`. */
  readonly name: string;
  /** Did somebody replace, add or remove a member since? */
  readonly isChanged: () => boolean;
}
const loaded: LoadedBuiltin[] = [];

const touched = new Set<string>();
/** A module says that it holds something now that it did not hold before. */
export const touch = (name: string): void => void touched.add(name);
export const isTouched = (name: string): boolean => touched.has(name.split("/")[0] ?? name);

/** What code of the repository asked for. */
export const loadedBuiltins = (): readonly LoadedBuiltin[] => loaded;

/** A namespace as `import * as x from "node:x"` sees it; throws as Node does where there is none. */
export function builtinNamespace(raw: string, asked: "by-repository" | "by-engine" = "by-repository"): Namespace {
  const name = raw.startsWith("node:") ? raw.slice(5) : raw;
  const key = `${asked} ${name}`;
  const known = namespaces.get(key);
  if (known !== undefined) return known;
  // `node:test` exists under its prefix alone; what it registers runs with Vitest's own.
  const found = raw === "node:test" ? nodeTest : (eager[name] ?? fromPart(name));
  if (found === undefined && __NODE_FUNCTIONS__[name] !== undefined) tellLimit(`node:${name}`);
  if (found === undefined)
    throw Object.assign(new Error(`No such built-in module: node:${name}`), { code: "ERR_UNKNOWN_BUILTIN_MODULE" });
  const value: unknown = found["default"] ?? found;
  const members =
    (typeof value === "object" && value !== null) || typeof value === "function"
      ? Object.fromEntries(
          Object.keys(value)
            .filter((key) => key !== "default")
            .map((key) => [key, (value as Namespace)[key]]),
        )
      : {};
  const whole: Namespace = { ...members, ...found, default: value };
  if (asked === "by-repository" && raw !== "node:test") addMissing(name, whole);
  const namespace = asked === "by-repository" ? limited(name, whole) : whole;
  namespaces.set(key, namespace);
  if (asked === "by-repository") {
    const holder = namespace["default"];
    const changed =
      (typeof holder === "object" && holder !== null) || typeof holder === "function" ? takePicture(holder) : () => [];
    loaded.push({ name, isChanged: () => changed().length > 0 });
  }
  return namespace;
}

/** What Node has and the sandbox has not is there all the same, and says so when it is used: nothing is missing in silence. */
function addMissing(name: string, namespace: Namespace): void {
  const holder = namespace["default"] as Namespace | undefined;
  for (const key of (__NODE_FUNCTIONS__[name] ?? "").split(" ")) {
    if (key === "" || namespace[key] !== undefined) continue;
    if (holder?.[key] !== undefined) {
      namespace[key] = holder[key];
      continue;
    }
    const missing = function (): never {
      tellLimit(`node:${name} ${key}`);
      throw new Error(`node:${name}: ${key} is not there in the embedded sandbox`);
    };
    namespace[key] = missing;
    // The process is a global, too: what stands on it is looked at after each file.
    if (holder !== undefined && name !== "process" && Object.isExtensible(holder))
      Object.defineProperty(holder, key, { value: missing, configurable: true, writable: true, enumerable: true });
  }
}

/** The same namespace, with the functions that can't do their work saying so when they are used. */
function limited(name: string, namespace: Namespace): Namespace {
  const limit = LIMITED[name.split("/")[0] ?? name];
  if (limit === undefined) return namespace;
  const told = (member: unknown): unknown => {
    if (typeof member !== "function") return member;
    return new Proxy(member, {
      apply: (target, self, args) => withinLimit(limit.what, (): unknown => Reflect.apply(target as () => unknown, self, args)),
      construct: (target, args, made) =>
        withinLimit(limit.what, () => Reflect.construct(target as new () => object, args, made) as object),
    });
  };
  const watched = (members: Namespace): Namespace =>
    Object.fromEntries(Object.entries(members).map(([key, member]) => [key, limit.functions.test(key) ? told(member) : member]));
  const value = namespace["default"];
  return { ...watched(namespace), default: typeof value === "object" && value !== null ? watched(value as Namespace) : value };
}

/** What `require("x")` answers. */
export function builtinCommonJs(name: string, asked: "by-repository" | "by-engine" = "by-repository"): unknown {
  return builtinNamespace(name, asked)["default"];
}

function fromPart(name: string): Namespace | undefined {
  if (name === "crypto") return part("crypto");
  if (name === "zlib") return part("zlib");
  return (part("node") as Record<string, Namespace | undefined>)[name];
}
