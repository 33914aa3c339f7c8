/** `node:util`: with Node's own inspect (node-inspect-extracted); unenv's are only the names that no browser can fill. */
import * as inspecting from "node-inspect-extracted";
import util from "unenv/node/util";
import { MIMEParams, MIMEType } from "./mime-type.ts";
import { invalidArgument, nodeError } from "./node-error.ts";
import { errnoException, exceptionWithHostPort, getSystemErrorMap, getSystemErrorName } from "./system-errors.ts";
import { aborted, callbackify, debuglog, deprecate, inherits, promisify } from "./util-functions.ts";
import types from "./util-types.ts";
import { platform } from "./platform.ts";

declare const __fixgate_builtin: (name: string) => unknown;
type Equal = (a: unknown, b: unknown) => boolean;

const VT =
  /[\u001B\u009B][[\]()#;?]*(?:(?:(?:(?:;[-a-zA-Z\d/#&.:=?%@~_]+)*|[a-zA-Z\d]+(?:;[-a-zA-Z\d/#&.:=?%@~_]*)*)?\u0007)|(?:(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]))/g;

const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

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

interface Output {
  readonly isTTY?: boolean;
  getColorDepth?(): number;
}
interface SandboxProcess {
  readonly env: Record<string, string | undefined>;
  readonly stdout: Output;
}
const processOf = (): SandboxProcess => (globalThis as unknown as { process: SandboxProcess }).process;
const colors = (inspecting.inspect as unknown as { colors: Record<string, readonly [number, number] | undefined> }).colors;

function wantsColor(stream: Output | null): boolean {
  const { FORCE_COLOR, NO_COLOR, NODE_DISABLE_COLORS } = processOf().env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR === "" || /^(1|2|3|true)$/.test(FORCE_COLOR);
  if ((NO_COLOR ?? "") !== "" || (NODE_DISABLE_COLORS ?? "") !== "") return false;
  return stream?.isTTY === true && (stream.getColorDepth === undefined || stream.getColorDepth() > 2);
}

/** Plain text where the stream shows no colours, but for a list of formats, which Node 20 never leaves out. */
function styleText(
  format: string | readonly string[],
  text: unknown,
  options: { readonly validateStream?: boolean; readonly stream?: Output } = {},
): string {
  if (typeof text !== "string") throw invalidArgument("text", "string", text);
  const { validateStream = true, stream = processOf().stdout } = options;
  if (typeof validateStream !== "boolean") throw invalidArgument("options.validateStream", "boolean", validateStream);
  const formats = typeof format === "string" || !Array.isArray(format) ? [format as string] : (format as readonly string[]);
  const codes = formats.map((name) => {
    const code = colors[name];
    if (code !== undefined) return code;
    const known = Object.keys(colors)
      .map((one) => `'${one}'`)
      .join(", ");
    throw nodeError(
      TypeError,
      "ERR_INVALID_ARG_VALUE",
      `The argument 'format' must be one of: ${known}. Received ${inspecting.inspect(name)}`,
    );
  });
  if (!Array.isArray(format) && validateStream && !wantsColor(stream)) return text;
  const open = codes.map(([start]) => `\u001b[${String(start)}m`).join("");
  const close = codes
    .map(([, end]) => `\u001b[${String(end)}m`)
    .reverse()
    .join("");
  return `${open}${text}${close}`;
}

/** The lines of an env file: quotes of three kinds, comments, `export`. */
function parseEnv(content: unknown): Record<string, string> {
  if (typeof content !== "string") throw invalidArgument("content", "string", content);
  const found: Record<string, string> = {};
  const line = /^[ \t]*(?:export[ \t]+)?([^=#\s][^=\n]*?)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\n#]*))[^\n]*$/gm;
  for (const [, name = "", double, single, back, bare] of content.replaceAll("\r\n", "\n").matchAll(line))
    found[name] = double?.replaceAll("\\n", "\n") ?? single ?? back ?? (bare ?? "").trim();
  return found;
}

const legacy = {
  isBoolean: (value: unknown): boolean => typeof value === "boolean",
  isNull: (value: unknown): boolean => value === null,
  isNullOrUndefined: (value: unknown): boolean => value === null || value === undefined,
  isNumber: (value: unknown): boolean => typeof value === "number",
  isString: (value: unknown): boolean => typeof value === "string",
  isSymbol: (value: unknown): boolean => typeof value === "symbol",
  isUndefined: (value: unknown): boolean => value === undefined,
  isObject: (value: unknown): boolean => value !== null && typeof value === "object",
  isFunction: (value: unknown): boolean => typeof value === "function",
  isPrimitive: (value: unknown): boolean => value === null || (typeof value !== "object" && typeof value !== "function"),
  isError: (value: unknown): boolean => types.isNativeError(value) || value instanceof Error,
  isRegExp: types.isRegExp,
  isDate: types.isDate,
};

const { TextDecoder, TextEncoder } = platform;
export default {
  ...util,
  ...legacy,
  _errnoException: errnoException,
  _exceptionWithHostPort: exceptionWithHostPort,
  _extend: (target: object, source: unknown): object =>
    typeof source === "object" && source !== null ? Object.assign(target, source) : target,
  aborted,
  callbackify,
  debug: debuglog,
  debuglog,
  deprecate,
  format: inspecting.format,
  formatWithOptions: inspecting.formatWithOptions,
  getSystemErrorMap,
  getSystemErrorName,
  inherits,
  inspect: inspecting.inspect,
  isDeepStrictEqual: (a: unknown, b: unknown): boolean => (__fixgate_builtin("fixgate:equal") as Equal)(a, b),
  log: (...args: unknown[]): void => {
    console.log("%s", inspecting.format(...(args as [string])));
  },
  MIMEParams,
  MIMEType,
  parseArgs,
  parseEnv,
  promisify,
  stripVTControlCharacters: (text: unknown): string => {
    if (typeof text !== "string") throw invalidArgument("str", "string", text);
    return text.replace(VT, "");
  },
  styleText,
  TextDecoder,
  TextEncoder,
  toUSVString: (text: unknown): string => String(text).replace(LONE, "\ufffd"),
  types,
};
