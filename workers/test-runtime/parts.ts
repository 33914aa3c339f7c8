/**
 * Bundles that most files don't need (DOM environments, crypto, zlib, a file system), evaluated when first asked for:
 * a worker's start is parsing and top-level code, so what isn't loaded isn't paid for.
 */
import { blobReader, globalEval } from "./primordials.ts";

let sources: Readonly<Record<string, Blob>> = {};
const loaded = new Map<string, unknown>();
let builtin: (name: string) => unknown = () => {
  throw new Error("parts are not ready");
};

export function provideParts(blobs: Readonly<Record<string, Blob>>, builtinOf: (name: string) => unknown): void {
  sources = blobs;
  builtin = builtinOf;
}

/** Blocking: `require` and the environments' setup can't wait. */
export function part(name: string): Record<string, unknown> {
  const known = loaded.get(name);
  if (known !== undefined) return known as Record<string, unknown>;
  const source = sources[name];
  if (source === undefined) throw new Error(`the sandbox was built without its part "${name}"`);
  const text = new TextDecoder().decode(blobReader.readAsArrayBuffer(source));
  const run = globalEval(
    `(function (__fixgate_builtin) {${text}\n;return __fixgate_part.default ?? __fixgate_part;\n})\n//# sourceURL=fixgate:${name}`,
  ) as (builtin: (name: string) => unknown) => unknown;
  const value = run(builtin);
  loaded.set(name, value);
  return value as Record<string, unknown>;
}
