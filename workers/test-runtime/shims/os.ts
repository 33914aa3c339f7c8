/** `node:os`: one plausible Linux machine, the same for everybody, so that no result depends on whose browser it is. */
import unenv from "unenv/node/os";
import { Buffer } from "node:buffer";
import { invalidArgument, outOfRange } from "./node-error.ts";

declare const __fixgate_builtin: (name: string) => unknown;
const now = performance.now.bind(performance);
const CORES = 8;
const GIB = 2 ** 30;

interface Cpu {
  readonly model: string;
  readonly speed: number;
  readonly times: Readonly<Record<"user" | "nice" | "sys" | "idle" | "irq", number>>;
}
const cpus = (): Cpu[] =>
  Array.from({ length: CORES }, () => ({
    model: "Virtual CPU",
    speed: 2400,
    times: { user: 600_000, nice: 0, sys: 200_000, idle: 90_000_000, irq: 0 },
  }));

/** As HOME and TMPDIR say, which a test may set. */
const env = (): Record<string, string | undefined> =>
  (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process.env;
const homedir = (): string => env()["HOME"] ?? "/root";
function tmpdir(): string {
  const path = env()["TMPDIR"] ?? env()["TMP"] ?? env()["TEMP"] ?? "/tmp";
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function userInfo(options?: { readonly encoding?: string }): object {
  const text = (value: string): unknown => (options?.encoding === "buffer" ? Buffer.from(value) : value);
  return Object.assign(Object.create(null) as object, {
    uid: 0,
    gid: 0,
    username: text("root"),
    homedir: text("/root"),
    shell: text("/bin/sh"),
  });
}

let priority = 0;
function checkPid(pid: unknown): void {
  if (typeof pid !== "number") throw invalidArgument("pid", "number", pid);
  if (!Number.isInteger(pid)) throw outOfRange("pid", "an integer", pid);
}
function setPriority(pid: unknown, given?: unknown): void {
  const value = given === undefined ? pid : given;
  checkPid(given === undefined ? 0 : pid);
  if (typeof value !== "number") throw invalidArgument("priority", "number", value);
  if (!(value >= -20 && value <= 19)) throw outOfRange("priority", ">= -20 && <= 19", value);
  priority = value;
  (__fixgate_builtin("fixgate:touch") as (name: string) => void)("os");
}

const networkInterfaces = (): object => ({
  lo: [
    { address: "127.0.0.1", netmask: "255.0.0.0", family: "IPv4", mac: "00:00:00:00:00:00", internal: true, cidr: "127.0.0.1/8" },
    {
      address: "::1",
      netmask: "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
      family: "IPv6",
      mac: "00:00:00:00:00:00",
      internal: true,
      cidr: "::1/128",
      scopeid: 0,
    },
  ],
});

/** As in Node: a template literal of `os.arch` is what `os.arch()` answers. */
const answers = {
  arch: "x64",
  availableParallelism: CORES,
  endianness: "LE",
  freemem: 8 * GIB,
  homedir: undefined,
  hostname: "localhost",
  machine: "x86_64",
  platform: "linux",
  release: "6.1.0",
  tmpdir: undefined,
  totalmem: 16 * GIB,
  type: "Linux",
  version: "#1 SMP Debian 6.1.0",
};
const functions: Record<string, () => unknown> = {
  ...Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, () => value])),
  homedir,
  tmpdir,
  uptime: () => Math.floor(now() / 10) / 100 + 3600,
};
for (const [name, value] of Object.entries(functions)) {
  Object.defineProperty(value, "name", { value: name });
  Object.defineProperty(value, Symbol.toPrimitive, { value: () => value() });
}

export default {
  ...unenv,
  ...functions,
  EOL: "\n",
  cpus,
  devNull: "/dev/null",
  getPriority(pid: unknown = 0): number {
    checkPid(pid);
    return priority;
  },
  loadavg: (): number[] => [0.5, 0.4, 0.3],
  networkInterfaces,
  setPriority,
  userInfo,
};
