/**
 * Builds the embedded sandbox into public/engine/: the host worker with its transformer, the test runtime and its
 * parts, the frame. `node workers/build/engine.mjs [--outdir <folder>]`
 */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { builtinShims, nodeFunctions, toldLimits } from "./builtin-shims.mjs";
import { jsdomSources } from "./jsdom-sources.mjs";
import { vitestRealm } from "./vitest-realm.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const argument = process.argv.indexOf("--outdir");
const outdir = argument > 0 ? path.resolve(process.argv[argument + 1]) : path.join(root, "public/engine");
const modules = path.join(root, "node_modules");
fs.mkdirSync(outdir, { recursive: true });

/** Shims that are part of the runtime itself; what isn't named here comes from unenv. */
const RUNTIME_SHIMS = {
  module: "module.ts",
  vm: "vm.ts",
  events: "events.ts",
  process: "process.ts",
  buffer: "buffer.ts",
  timers: "timers.ts",
  "timers/promises": "timers-promises.ts",
  console: "console.ts",
  fs: "fs.ts",
  "fs/promises": "fs.ts",
};
const RUNTIME_BUILTINS = new Set([
  "buffer",
  "console",
  "events",
  "module",
  "path",
  "path/posix",
  "path/win32",
  "process",
  "timers",
  "timers/promises",
  "url",
  "vm",
]);
const PART_SHIMS = {
  fs: "fs-memory.ts",
  "fs/promises": "fs-promises.ts",
  stream: "stream.ts",
  "stream/promises": "stream-promises.ts",
  string_decoder: "string-decoder.ts",
  util: "util.ts",
  assert: "assert.ts",
  async_hooks: "async-hooks.ts",
  v8: "v8.ts",
  "util/types": "util-types.ts",
  "stream/consumers": "stream-consumers.ts",
  readline: "readline.ts",
  "readline/promises": "readline-promises.ts",
  perf_hooks: "perf-hooks.ts",
  worker_threads: "worker-threads.ts",
  os: "os.ts",
  diagnostics_channel: "diagnostics-channel.ts",
};

// Names are what tests compare and print (class names, function names), so identifiers are not shortened.
const common = {
  bundle: true,
  absWorkingDir: root,
  target: "es2022",
  logLevel: "warning",
  platform: "browser",
  minifyWhitespace: true,
  minifySyntax: true,
  keepNames: true,
  legalComments: "none",
  metafile: true,
  define: { "process.env.NODE_DEBUG": "undefined", "import.meta.resolve": "undefined" },
};
const classic = {
  ...common,
  format: "iife",
  mainFields: ["module", "main"],
  conditions: ["node", "import", "default"],
  define: { ...common.define, "import.meta.url": '"file:///__vitest__/x.js"' },
};
const part = (name, extra = {}) => ({
  ...classic,
  globalName: "__fixgate_part",
  entryPoints: [{ in: path.join(root, `workers/test-runtime/part-${name}.ts`), out: `part-${name}` }],
  outdir,
  ...extra,
});

/** node-inspect-extracted takes the prototypes apart by descriptor; frozen ones have accessors, so it asks the runtime. */
const inspectOnFrozenRealm = {
  name: "inspect-on-frozen-realm",
  setup(b) {
    b.onLoad({ filter: /node-inspect-extracted\/dist\/inspect\.js$/ }, (args) => {
      const source = fs.readFileSync(args.path, "utf8");
      const before = "{defineProperty:n,getOwnPropertyDescriptor:r,ownKeys:o}=Reflect";
      if (!source.includes(before)) throw new Error("node-inspect-extracted has changed: its primordials are not where they were");
      return {
        contents: source.replace(before, '{defineProperty:n,ownKeys:o}=Reflect,r=__fixgate_builtin("fixgate:descriptor")'),
        loader: "js",
      };
    });
  },
};

/** Compiled as it arrives, and kept compiled by browsers that cache what was streamed. */
const streamedWasm = {
  name: "streamed-wasm",
  setup(b) {
    b.onLoad({ filter: /transform\.wasi-browser\.js$/ }, (args) => {
      const source = fs.readFileSync(args.path, "utf8");
      const before = "const __wasmFile = await __wasmResponse.arrayBuffer()";
      if (!source.includes(before)) throw new Error("the transformer has changed: its module is not read where it was");
      return {
        contents: source.replace(
          before,
          'const __wasmFile = /^application\\/wasm/.test(__wasmResponse.headers.get("content-type") ?? "") ? await WebAssembly.compileStreaming(__wasmResponse) : await __wasmResponse.arrayBuffer()',
        ),
        loader: "js",
      };
    });
  },
};

/** The transformer has top-level await, so it stays a module of its own. */
const oxcBeside = {
  name: "oxc-beside",
  setup(b) {
    b.onResolve({ filter: /^fixgate:(oxc|instrument)$/ }, ({ path: name }) => ({ path: `./${name.slice(8)}.mjs`, external: true }));
  },
};

/** Each bundle by name, so that `--only runtime,part-jsdom` rebuilds just these. */
const bundles = {
  oxc: () =>
    build({
      ...common,
      format: "esm",
      target: "esnext",
      outExtension: { ".js": ".mjs" },
      entryPoints: [{ in: path.join(modules, "@oxc-transform/binding-wasm32-wasi/transform.wasi-browser.js"), out: "oxc" }],
      outdir,
      logLevel: "error",
      plugins: [streamedWasm],
    }),
  host: () =>
    build({
      ...common,
      format: "esm",
      target: "esnext",
      outExtension: { ".js": ".mjs" },
      entryPoints: [{ in: path.join(root, "workers/sandbox-host/main.ts"), out: "host" }],
      outdir,
      mainFields: ["module", "main"],
      conditions: ["browser", "import"],
      banner: { js: 'globalThis.process={env:{},platform:"linux",cwd:()=>"/",versions:{},argv:[],execArgv:[]};' },
      plugins: [oxcBeside, builtinShims({ root, shims: {}, fromRuntime: "none" })],
    }),
  instrument: () =>
    build({
      ...common,
      format: "esm",
      outExtension: { ".js": ".mjs" },
      entryPoints: [{ in: path.join(root, "workers/sandbox-host/instrument.ts"), out: "instrument" }],
      outdir,
      mainFields: ["browser", "module", "main"],
      define: { ...common.define, "process.env.BABEL_TYPES_8_BREAKING": "false", "process.env.BABEL_8_BREAKING": "false" },
      plugins: [builtinShims({ root, shims: { crypto: "../../sandbox-host/instrument-crypto.ts" }, fromRuntime: "none" })],
    }),
  runtime: () =>
    build({
      ...classic,
      entryPoints: [{ in: path.join(root, "workers/test-runtime/main.ts"), out: "runtime" }],
      outdir,
      define: { ...classic.define, __NODE_FUNCTIONS__: JSON.stringify(nodeFunctions()) },
      plugins: [
        vitestRealm({ root }),
        toldLimits({ root, from: "runtime" }),
        builtinShims({ root, shims: RUNTIME_SHIMS, fromRuntime: "none" }),
      ],
    }),
  "part-node": () =>
    build(
      part("node", {
        plugins: [
          inspectOnFrozenRealm,
          toldLimits({ root, from: "part" }),
          builtinShims({ root, shims: PART_SHIMS, fromRuntime: RUNTIME_BUILTINS }),
        ],
      }),
    ),
  "part-crypto": () =>
    build(part("crypto", { plugins: [builtinShims({ root, shims: {}, fromRuntime: "all", without: ["crypto"] })] })),
  "part-zlib": () => build(part("zlib", { plugins: [builtinShims({ root, shims: {}, fromRuntime: "all", without: ["zlib"] })] })),
  "part-happy-dom": () =>
    build(part("happy-dom", { plugins: [builtinShims({ root, shims: {}, fromRuntime: "all", lazy: true })] })),
  "part-jsdom": () =>
    build(
      part("jsdom", {
        // CommonJS throughout: each module has a scope of its own, so no name is changed and none needs to be kept.
        keepNames: false,
        conditions: ["browser", "import", "default"],
        mainFields: ["browser", "module", "main"],
        plugins: [jsdomSources({ root }), builtinShims({ root, shims: {}, fromRuntime: "all", lazy: true })],
      }),
    ),
};

export async function buildEngine(only = Object.keys(bundles)) {
  const started = performance.now();
  await Promise.all(only.map((name) => bundles[name]()));
  const binding = path.join(modules, "@oxc-transform/binding-wasm32-wasi");
  for (const file of ["transform.wasm32-wasi.wasm", "wasi-worker-browser.mjs"])
    fs.copyFileSync(path.join(binding, file), path.join(outdir, file));
  fs.copyFileSync(path.join(root, "workers/test-runtime/sandbox.html"), path.join(outdir, "sandbox.html"));
  const sizes = only.map((name) => {
    const file = [`${name}.js`, `${name}.mjs`].find((one) => fs.existsSync(path.join(outdir, one)));
    return `${name} ${String(Math.round(fs.statSync(path.join(outdir, file)).size / 1024))} kB`;
  });
  console.log(`engine built in ${String(Math.round(performance.now() - started))} ms: ${sizes.join(", ")}`);
}

const listed = process.argv.indexOf("--only");
await buildEngine(listed > 0 ? process.argv[listed + 1].split(",") : undefined);
