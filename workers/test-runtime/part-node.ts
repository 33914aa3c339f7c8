/* The part "node": built-ins that most test files don't ask for, each evaluated when it is asked for. */
/* eslint-disable @typescript-eslint/no-require-imports -- a required module is evaluated lazily by the bundler, an imported one at once */
type Load = () => unknown;
const table: Record<string, Load> = {
  assert: () => require("./shims/assert.ts") as unknown,
  "assert/strict": () => require("./shims/assert-strict.ts") as unknown,
  async_hooks: () => require("./shims/async-hooks.ts") as unknown,
  child_process: () => require("unenv/node/child_process") as unknown,
  cluster: () => require("unenv/node/cluster") as unknown,
  constants: () => require("unenv/node/constants") as unknown,
  dgram: () => require("unenv/node/dgram") as unknown,
  diagnostics_channel: () => require("./shims/diagnostics-channel.ts") as unknown,
  dns: () => require("unenv/node/dns") as unknown,
  "dns/promises": () => require("unenv/node/dns/promises") as unknown,
  fs: () => require("./shims/fs-memory.ts") as unknown,
  "fs/promises": () => require("./shims/fs-promises.ts") as unknown,
  http: () => require("unenv/node/http") as unknown,
  http2: () => require("unenv/node/http2") as unknown,
  https: () => require("unenv/node/https") as unknown,
  inspector: () => require("unenv/node/inspector") as unknown,
  net: () => require("unenv/node/net") as unknown,
  os: () => require("./shims/os.ts") as unknown,
  perf_hooks: () => require("./shims/perf-hooks.ts") as unknown,
  punycode: () => require("unenv/node/punycode") as unknown,
  querystring: () => require("unenv/node/querystring") as unknown,
  readline: () => require("./shims/readline.ts") as unknown,
  "readline/promises": () => require("./shims/readline-promises.ts") as unknown,
  stream: () => require("./shims/stream.ts") as unknown,
  "stream/consumers": () => require("./shims/stream-consumers.ts") as unknown,
  "stream/promises": () => require("./shims/stream-promises.ts") as unknown,
  "stream/web": () => require("unenv/node/stream/web") as unknown,
  string_decoder: () => require("./shims/string-decoder.ts") as unknown,
  sys: () => require("./shims/util.ts") as unknown,
  tls: () => require("unenv/node/tls") as unknown,
  tty: () => require("unenv/node/tty") as unknown,
  util: () => require("./shims/util.ts") as unknown,
  "util/types": () => require("./shims/util-types.ts") as unknown,
  v8: () => require("./shims/v8.ts") as unknown,
  worker_threads: () => require("./shims/worker-threads.ts") as unknown,
};

const part = {};
for (const [name, load] of Object.entries(table)) {
  let value: unknown;
  Object.defineProperty(part, name, { enumerable: true, get: () => (value ??= load()) });
}
export default part;
