/**
 * One value, one sequence of bytes: JSON with sorted keys and no white space, after RFC 8785 (JSON Canonicalization
 * Scheme). What is hashed or signed goes through here, so that a digest never depends on the order in which somebody
 * built an object. A property that is undefined is left out, as a structured clone or JSON would lose it anyway.
 */

/** Throws on what JSON cannot hold (NaN, Infinity, functions, cycles): evidence is data, so that is a bug. */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

const MAX_DEPTH = 200;

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new Error(`not canonical: nested deeper than ${String(MAX_DEPTH)}`);
  switch (typeof value) {
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "number":
      if (!Number.isFinite(value)) throw new Error(`not canonical: ${String(value)}`);
      return JSON.stringify(value);
    case "object": {
      if (value === null) return "null";
      if (Array.isArray(value)) return `[${value.map((item: unknown) => write(item, depth + 1)).join(",")}]`;
      const prototype: unknown = Object.getPrototypeOf(value);
      if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new Error("not canonical: an object of a class");
      const record = value as Readonly<Record<string, unknown>>;
      // sort() without a comparison orders by UTF-16 code units, which is what the RFC asks for.
      const members = Object.keys(record)
        .filter((key) => record[key] !== undefined)
        .sort()
        .map((key) => `${JSON.stringify(key)}:${write(record[key], depth + 1)}`);
      return `{${members.join(",")}}`;
    }
    default:
      throw new Error(`not canonical: ${typeof value}`);
  }
}
