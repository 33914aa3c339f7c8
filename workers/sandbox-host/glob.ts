/**
 * `import.meta.glob` written out as Vite writes it: an object of imports, or of functions that import. Only literal
 * patterns and literal options are taken, as Vite demands too.
 */
import MagicString from "magic-string";
import picomatch from "picomatch";
import { normalise, type FileView } from "./files.ts";
import { directoryOf } from "./resolver.ts";

interface GlobContext {
  readonly root: string;
  readonly files: FileView;
  readonly resolve: (spec: string) => string | null;
}

const CALL = /\bimport\.meta\.glob(?:<[^()]*?>)?\(\s*((?:\[[^\]]*\])|(?:(["'`])(?:(?!\2).)*\2))\s*,?\s*(\{[^}]*\})?\s*,?\s*\)/g;

export function expandGlob(code: string, file: string, context: GlobContext): MagicString | null {
  const text = new MagicString(code);
  const imports: string[] = [];
  for (const match of code.matchAll(CALL)) {
    const patterns = [...(match[1] ?? "").matchAll(/(["'`])((?:(?!\1).)*)\1/g)].map((part) => part[2] ?? "");
    const options = match[3] ?? "";
    const eager = /\beager\s*:\s*true/.test(options);
    const named = /\bimport\s*:\s*(["'`])([^"'`]+)\1/.exec(options)?.[2];
    const query = /\bquery\s*:\s*(["'`])([^"'`]+)\1/.exec(options)?.[2] ?? /\bas\s*:\s*(["'`])(raw|url)\1/.exec(options)?.[2] ?? "";
    const suffix = query === "" ? "" : query.startsWith("?") ? query : `?${query}`;
    const entries = matching(patterns, file, context).map(([key, path], index) => {
      const url = JSON.stringify(path + suffix);
      if (!eager)
        return `${JSON.stringify(key)}: () => import(${url})${named === undefined ? "" : `.then((m) => m[${JSON.stringify(named)}])`}`;
      const local = `__glob_${String(match.index)}_${String(index)}`;
      imports.push(`import * as ${local} from ${url};`);
      return `${JSON.stringify(key)}: ${named === undefined ? local : `${local}[${JSON.stringify(named)}]`}`;
    });
    text.overwrite(match.index, match.index + match[0].length, `/* #__PURE__ */ Object.assign({ ${entries.join(", ")} })`);
  }
  if (!text.hasChanged()) return null;
  if (imports.length > 0) text.prepend(`${imports.join("")} `);
  return text;
}

function matching(
  patterns: readonly string[],
  file: string,
  context: GlobContext,
): readonly (readonly [key: string, path: string])[] {
  const directory = directoryOf(file);
  const absolute = (pattern: string): string => {
    if (pattern.startsWith("/")) return context.root + pattern;
    if (pattern.startsWith("./") || pattern.startsWith("../")) return normalise(`${directory}/${pattern}`);
    if (pattern.startsWith("**")) return `${context.root}/${pattern}`;
    return context.resolve(pattern) ?? normalise(`${directory}/${pattern}`);
  };
  const wanted = patterns
    .filter((pattern) => !pattern.startsWith("!"))
    .map((pattern) => ({ pattern, test: picomatch(absolute(pattern), { dot: pattern.includes("/.") }) }));
  const unwanted = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => picomatch(absolute(pattern.slice(1))));
  const out: [string, string][] = [];
  for (const path of context.files.paths()) {
    if (path === file || path.includes("/node_modules/")) continue;
    const hit = wanted.find(({ test }) => test(path));
    if (hit === undefined || unwanted.some((test) => test(path))) continue;
    out.push([hit.pattern.startsWith("/") ? path.slice(context.root.length) : relative(directory, path), path]);
  }
  return out.sort(([a], [b]) => (a < b ? -1 : 1));
}

function relative(directory: string, path: string): string {
  const from = directory.split("/");
  const to = path.split("/");
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  const up = from.slice(shared).map(() => "..");
  return [...(up.length === 0 ? ["."] : up), ...to.slice(shared)].join("/");
}
