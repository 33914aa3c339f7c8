/**
 * What jsdom's sources need to stand in one bundle: its stylesheet inlined, the worker for synchronous XHR taken out,
 * and undici (a network stack that a sandbox without network has no use for) replaced by a stub.
 */
import fs from "node:fs";
import path from "node:path";

/** @param {{ root: string }} options @returns {import("esbuild").Plugin} */
export function jsdomSources({ root }) {
  const modules = path.join(root, "node_modules");
  return {
    name: "jsdom-sources",
    setup(build) {
      build.onResolve({ filter: /^undici($|\/)/ }, () => ({ path: "undici", namespace: "undici-stub" }));
      build.onLoad({ filter: /.*/, namespace: "undici-stub" }, () => ({
        contents: 'module.exports = require("./workers/test-runtime/shims/undici-stub.ts").default;',
        resolveDir: root,
      }));
      build.onResolve({ filter: /xhr-sync-worker/ }, (args) => ({ path: args.path, namespace: "no-worker" }));
      build.onLoad({ filter: /.*/, namespace: "no-worker" }, () => ({ contents: "" }));
      build.onLoad({ filter: /jsdom\/lib\/.*\.js$/ }, (args) => {
        let source = fs.readFileSync(args.path, "utf8");
        if (args.path.endsWith("computed-style.js")) {
          const css = fs.readFileSync(path.join(modules, "jsdom/lib/jsdom/browser/default-stylesheet.css"), "utf8");
          source = source.replace(/fs\.readFileSync\(\s*path\.resolve\(__dirname, "[^"]+"\),\s*\{[^}]*\}\s*\)/, () =>
            JSON.stringify(css),
          );
        }
        if (args.path.endsWith("generated/idl/CSSStyleProperties.js")) source = compactStyleProperties(source);
        source = source.replace(/require\.resolve\("\.\/xhr-sync-worker\.js"\)/, '""');
        return { contents: source, loader: "js" };
      });
    },
  };
}

/**
 * jsdom's CSSStyleProperties is two megabytes of accessors that differ in their name alone. A worker would parse them
 * for every test file, so they become one loop over the names.
 */
function compactStyleProperties(source) {
  const names = [];
  const name = '(?:"([^"]+)"|(\\w+))';
  const pair = new RegExp(
    String.raw`    get ${name}\(\) \{\n      const esValue = this !== null[\s\S]*?\n    \}\n\n    set ${name}\(V\) \{[\s\S]*?\n    \}\n`,
    "g",
  );
  let template = null;
  const without = source.replace(pair, (text, quoted, bare, quotedSetter, bareSetter) => {
    const key = quoted ?? bare;
    if ((quotedSetter ?? bareSetter) !== key) throw new Error(`jsdom has changed: ${key} is followed by another property's setter`);
    const general = text
      .replaceAll(`"${key}"`, "[KEY]")
      .replaceAll(`'${key}'`, "'KEY'")
      .replaceAll(`[[KEY]]`, "[KEY]")
      .replace(`get ${key}(`, "get [KEY](")
      .replace(`set ${key}(`, "set [KEY](")
      .replaceAll(` ${key}' called`, " KEY' called");
    template ??= general;
    if (general !== template) return text;
    names.push(key);
    return "";
  });
  if (names.length < 500 || template === null)
    throw new Error(`jsdom has changed: ${names.length} style properties were recognised`);
  const accessors = template.replaceAll("[KEY]", "[key]").replace(/\bKEY\b/g, '" + key + "');
  const loop = `
  for (const key of STYLE_PROPERTY_NAMES) {
    const holder = {
${accessors.replace(/\n\n {4}set/, ",\n\n    set")}
    };
    Object.defineProperty(CSSStyleProperties.prototype, key, { ...Object.getOwnPropertyDescriptor(holder, key), enumerable: true });
  }
`;
  const at = without.indexOf("  Object.defineProperties(CSSStyleProperties.prototype, {");
  if (at < 0) throw new Error("jsdom has changed: CSSStyleProperties is put together in another way");
  const known = new Set(names);
  const rest = without
    .slice(at)
    .split("\n")
    .filter((line) => !known.has(/^ {4}"?([\w-]+)"?: \{ enumerable: true \},?$/.exec(line)?.[1] ?? ""))
    .join("\n");
  return `const STYLE_PROPERTY_NAMES = ${JSON.stringify(names)};\n${without.slice(0, at)}${loop}${rest}`;
}
