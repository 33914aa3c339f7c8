/** `node:util`: unenv's, with Node's own inspect and a deep comparison that works. */
import * as inspecting from "node-inspect-extracted";
import util from "unenv/node/util";

declare const __fixgate_builtin: (name: string) => unknown;
type Equal = (a: unknown, b: unknown) => boolean;

const VT =
  /[\u001B\u009B][[\]()#;?]*(?:(?:(?:(?:;[-a-zA-Z\d/#&.:=?%@~_]+)*|[a-zA-Z\d]+(?:;[-a-zA-Z\d/#&.:=?%@~_]*)*)?\u0007)|(?:(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]))/g;

interface ParseArgsConfig {
  readonly args?: readonly string[];
  readonly options?: Readonly<
    Record<
      string,
      { readonly type: "string" | "boolean"; readonly short?: string; readonly multiple?: boolean; readonly default?: unknown }
    >
  >;
  readonly strict?: boolean;
  readonly allowPositionals?: boolean;
}

function parseArgs(config: ParseArgsConfig = {}): { values: Record<string, unknown>; positionals: string[] } {
  const options = config.options ?? {};
  const values: Record<string, unknown> = {};
  const positionals: string[] = [];
  const fail = (message: string, code: string): never => {
    throw Object.assign(new TypeError(message), { code });
  };
  const set = (name: string, value: unknown): void => {
    const option = options[name];
    if (option === undefined && config.strict !== false) fail(`Unknown option '--${name}'`, "ERR_PARSE_ARGS_UNKNOWN_OPTION");
    if (option?.multiple === true) ((values[name] ??= []) as unknown[]).push(value);
    else values[name] = value;
  };
  const args = [...(config.args ?? (globalThis as unknown as { process: { argv: string[] } }).process.argv.slice(2))];
  for (let arg = args.shift(); arg !== undefined; arg = args.shift()) {
    if (arg === "--") {
      positionals.push(...args);
      break;
    }
    const long = /^--([^=]+)(?:=([\s\S]*))?$/.exec(arg);
    const short = /^-([A-Za-z0-9])([\s\S]*)$/.exec(arg);
    if (long?.[1] !== undefined) {
      const name = long[1];
      if (options[name]?.type === "string")
        set(
          name,
          long[2] ?? args.shift() ?? fail(`Option '--${name} <value>' argument missing`, "ERR_PARSE_ARGS_INVALID_OPTION_VALUE"),
        );
      else set(name, long[2] ?? true);
    } else if (short?.[1] !== undefined) {
      const entry = Object.entries(options).find(([, option]) => option.short === short[1]);
      const name = entry?.[0] ?? short[1];
      if (entry?.[1].type === "string") set(name, short[2] === "" ? args.shift() : short[2]);
      else {
        set(name, true);
        if (short[2] !== undefined && short[2] !== "") args.unshift(`-${short[2]}`);
      }
    } else {
      if (config.allowPositionals !== true && config.strict !== false)
        fail(
          `Unexpected argument '${arg}'. This command does not take positional arguments`,
          "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL",
        );
      positionals.push(arg);
    }
  }
  for (const [name, option] of Object.entries(options))
    if (option.default !== undefined && !(name in values)) values[name] = option.default;
  return { values, positionals };
}

const NONE = "\u001b[0m";
function styleText(_format: unknown, text: string): string {
  return text.includes(NONE) ? text : text;
}

export default {
  ...util,
  inspect: inspecting.inspect,
  format: inspecting.format,
  formatWithOptions: inspecting.formatWithOptions,
  isDeepStrictEqual: (a: unknown, b: unknown): boolean => (__fixgate_builtin("fixgate:equal") as Equal)(a, b),
  stripVTControlCharacters: (text: string): string => text.replace(VT, ""),
  parseArgs,
  styleText,
  TextEncoder,
  TextDecoder,
};
