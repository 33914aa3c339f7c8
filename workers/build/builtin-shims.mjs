/**
 * Where the bundler finds Node's built-in modules: a shim of ours, else unenv's. Inside a "part" every built-in comes
 * from the runtime that loads it, so that there is one Buffer and one process and not two.
 */
import fs from "node:fs";
import { builtinModules, createRequire } from "node:module";
import path from "node:path";

const BUILTINS = new Set(builtinModules.filter((name) => !name.startsWith("_")));
BUILTINS.add("sqlite");
/** Packages that a dependency asks for optionally and that have no place in a browser. */
const EMPTY = /^(node:sqlite|node:test|@edge-runtime\/vm|tinybench|canvas|bufferutil|utf-8-validate|@opentelemetry\/api)$/;
/** crypto-browserify's dependencies choose Node's own crypto unless told otherwise. */
const CRYPTO =
  /^(randombytes|randomfill|create-hash|create-hmac|pbkdf2|browserify-sign|browserify-cipher|diffie-hellman|create-ecdh|public-encrypt|browserify-sign\/algos)$/;

/** Built-ins that a DOM package imports at its top and hardly ever uses: loaded when they are used. */
const LAZY = new Set(
  "assert child_process crypto fs http https net os perf_hooks querystring stream string_decoder tls util worker_threads zlib".split(
    " ",
  ),
);
const require = createRequire(import.meta.url);

/** A module with the members of a built-in, each a stand-in that fetches the real one when it is called or looked into. */
function lazyModule(name) {
  const members = Object.entries(require(`node:${name}`)).map(([key, value]) => [key, typeof value === "function" ? 1 : 0]);
  return `
const real = () => __fixgate_builtin(${JSON.stringify(name)});
const stand = (key) => new Proxy(function () {}, {
  apply: (_, self, args) => Reflect.apply(real()[key], self, args),
  construct: (_, args, target) => Reflect.construct(real()[key], args, target),
  get: (_, name) => real()[key][name],
  has: (_, name) => name in real()[key],
});
for (const [key, callable] of ${JSON.stringify(members)}) {
  const one = callable ? stand(key) : null;
  Object.defineProperty(exports, key, { enumerable: true, get: () => one ?? real()[key] });
}`;
}

/** Each module of Node with the names of its functions, for those that the sandbox lacks to be known. */
export function nodeFunctions() {
  const found = {};
  for (const name of BUILTINS) {
    if (/^(sys|test|sqlite|wasi)/.test(name)) continue;
    found[name] = Object.entries(require(`node:${name}`))
      .filter(([key, value]) => typeof value === "function" && !key.startsWith("_"))
      .map(([key]) => key)
      .join(" ");
  }
  return found;
}

/** What unenv has not implemented throws; here it is told by name first, so that no test fails or passes by it unseen. */
export function toldLimits({ root, from }) {
  const tell =
    from === "runtime"
      ? `import { tellLimit } from ${JSON.stringify(path.join(root, "workers/test-runtime/limits.ts"))};`
      : 'const tellLimit = (what) => __fixgate_builtin("fixgate:limit")(what);';
  return {
    name: "told-limits",
    setup(build) {
      build.onLoad({ filter: /unenv\/dist\/runtime\/_internal\/utils\.mjs$/ }, (args) => {
        const source = fs.readFileSync(args.path, "utf8");
        const made = "new Error(`[unenv] ${name} is not implemented yet!`)";
        if (source.split(made).length !== 3) throw new Error("unenv has changed: what it lacks is not told where it was");
        const contents = source
          .replaceAll("/* @__NO_SIDE_EFFECTS__ */", "")
          .replaceAll(made, "(tellLimit(`node:${name}`), new Error(`${name} is not there in the embedded sandbox`))");
        return { contents: `${tell}\n${contents}`, loader: "js", resolveDir: path.dirname(args.path) };
      });
    },
  };
}

/** Web streams are the platform's own, taken before an environment replaces globals. */
const STREAMS = `for (const key of Object.getOwnPropertyNames(globalThis)) if (/Stream|Strategy$/.test(key)) exports[key] = globalThis[key];`;

/**
 * @param {{ root: string, shims: Record<string, string>, fromRuntime: "all" | "none" | Set<string>, lazy?: boolean, without?: readonly string[] }} options
 * @returns {import("esbuild").Plugin}
 */
export function builtinShims({ root, shims, fromRuntime, lazy = false, without = [] }) {
  const modules = path.join(root, "node_modules");
  const outside = (name) => fromRuntime === "all" || (fromRuntime !== "none" && fromRuntime.has(name));
  const fileOf = (name) => {
    if (shims[name] !== undefined) return path.join(root, "workers/test-runtime/shims", shims[name]);
    const own = path.join(modules, "unenv/dist/runtime/node", `${name}.mjs`);
    return fs.existsSync(own) ? own : undefined;
  };
  return {
    name: "builtin-shims",
    setup(build) {
      build.onResolve({ filter: /^(node:)?[a-z_0-9]+(\/[a-z_0-9]+)?\/?$/ }, (args) => {
        const name = args.path.replace(/^node:/, "").replace(/\/$/, "");
        if (!BUILTINS.has(name) || EMPTY.test(args.path)) return undefined;
        // "events/" is how a package says that it means the package of that name.
        if (args.path.endsWith("/") && fs.existsSync(path.join(modules, name))) return undefined;
        if (without.includes(name)) return { path: name, namespace: "empty-commonjs" };
        if (outside(name)) return { path: name, namespace: "from-runtime" };
        if (args.kind === "require-call") return { path: name, namespace: "required-builtin" };
        const file = fileOf(name);
        return file === undefined ? { path: name, namespace: "empty" } : { path: file };
      });
      build.onLoad({ filter: /.*/, namespace: "from-runtime" }, (args) => ({
        contents:
          lazy && args.path === "stream/web"
            ? STREAMS
            : lazy && LAZY.has(args.path)
              ? lazyModule(args.path)
              : `module.exports = __fixgate_builtin(${JSON.stringify(args.path)});`,
      }));
      build.onLoad({ filter: /.*/, namespace: "empty-commonjs" }, () => ({ contents: "module.exports = {};" }));
      build.onLoad({ filter: /.*/, namespace: "required-builtin" }, (args) => {
        const file = fileOf(args.path);
        if (file === undefined) return { contents: "module.exports = {};" };
        return { contents: `const m = require(${JSON.stringify(file)}); module.exports = m.default ?? m;`, resolveDir: root };
      });
      build.onResolve({ filter: CRYPTO }, (args) => {
        for (const entry of ["browser.js", "browser/index.js"]) {
          const file = path.join(modules, args.path, entry);
          if (fs.existsSync(file)) return { path: file };
        }
        return undefined;
      });
      build.onResolve({ filter: EMPTY }, (args) => ({ path: args.path, namespace: "empty" }));
      build.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "export default {};" }));
    },
  };
}
