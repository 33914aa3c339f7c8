/** `util.MIMEType` and `util.MIMEParams` (the parser of the WHATWG MIME Sniffing Standard, as Node 20 has it). */
import { nodeError } from "./node-error.ts";

const NOT_TOKEN = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const NOT_QUOTABLE = /[^\t\u0020-\u007E\u0080-\u00FF]/;
const TRAILING = /[\r\n\t ]*$/;

function invalid(what: string, text: string, index: number): Error {
  const where = index === -1 ? "" : ` at ${String(index)}`;
  return nodeError(
    TypeError,
    "ERR_INVALID_MIME_SYNTAX",
    `The MIME syntax for a ${what} in ${JSON.stringify(text)} is invalid${where}`,
  );
}
const token = (what: string, text: string, whole = text): string => {
  const index = text.search(NOT_TOKEN);
  if (text === "" || index !== -1) throw invalid(what, whole, index);
  return text.toLowerCase();
};
const quoted = (value: string): string => (value !== "" && !NOT_TOKEN.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`);

export class MIMEParams {
  readonly #values = new Map<string, string>();
  delete(name: string): void {
    this.#values.delete(name);
  }
  get(name: string): string | null {
    return this.#values.get(name) ?? null;
  }
  has(name: string): boolean {
    return this.#values.has(name);
  }
  set(name: string, value: string): void {
    const key = token("parameter name", name);
    const index = value.search(NOT_QUOTABLE);
    if (index !== -1) throw invalid("parameter value", value, index);
    this.#values.set(key, value);
  }
  *entries(): IterableIterator<[string, string]> {
    yield* this.#values.entries();
  }
  *keys(): IterableIterator<string> {
    yield* this.#values.keys();
  }
  *values(): IterableIterator<string> {
    yield* this.#values.values();
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
  toString(): string {
    return [...this.#values].map(([name, value]) => `${name}=${quoted(value)}`).join(";");
  }
  toJSON(): string {
    return this.toString();
  }
}

/** Adds what stands behind the subtype; a parameter that is no parameter is left out, the first of a name wins. */
function readParams(text: string, params: MIMEParams): void {
  let rest = text;
  while (rest !== "") {
    rest = rest.replace(/^;?[\r\n\t ]*/, "");
    const name = (/^[^;=]*/.exec(rest)?.[0] ?? "").toLowerCase();
    rest = rest.slice(name.length);
    if (rest === "" || rest.startsWith(";")) continue;
    rest = rest.slice(1);
    let value: string;
    const string = /^"((?:[^"\\]|\\[\s\S])*)"?/.exec(rest);
    if (string === null) {
      const raw = /^[^;]*/.exec(rest)?.[0] ?? "";
      rest = rest.slice(raw.length);
      value = raw.replace(TRAILING, "");
      if (value === "") continue;
    } else {
      value = (string[1] ?? "").replace(/\\([\s\S])/g, "$1");
      rest = rest.slice(string[0].length).replace(/^[^;]*/, "");
    }
    if (name !== "" && !NOT_TOKEN.test(name) && !NOT_QUOTABLE.test(value) && !params.has(name)) params.set(name, value);
  }
}

export class MIMEType {
  #type: string;
  #subtype: string;
  readonly #params = new MIMEParams();
  constructor(input: unknown) {
    const text = String(input);
    const start = text.replace(/^[\r\n\t ]*/, "");
    const slash = start.indexOf("/");
    const type = slash < 0 ? start : start.slice(0, slash);
    if (slash < 0) throw invalid("type", text, -1);
    this.#type = token("type", type, text);
    const rest = start.slice(slash + 1);
    const end = rest.indexOf(";");
    this.#subtype = token("subtype", (end < 0 ? rest : rest.slice(0, end)).replace(TRAILING, ""), text);
    readParams(end < 0 ? "" : rest.slice(end), this.#params);
  }
  get type(): string {
    return this.#type;
  }
  set type(value: string) {
    this.#type = token("type", value);
  }
  get subtype(): string {
    return this.#subtype;
  }
  set subtype(value: string) {
    this.#subtype = token("subtype", value);
  }
  get essence(): string {
    return `${this.#type}/${this.#subtype}`;
  }
  get params(): MIMEParams {
    return this.#params;
  }
  toString(): string {
    const params = this.#params.toString();
    return params === "" ? this.essence : `${this.essence};${params}`;
  }
  toJSON(): string {
    return this.toString();
  }
}
