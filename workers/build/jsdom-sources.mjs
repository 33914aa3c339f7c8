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
      build.onResolve({ filter: /^undici($|\/)/ }, () => ({ path: path.join(root, "workers/test-runtime/shims/undici-stub.ts") }));
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
        source = source.replace(/require\.resolve\("\.\/xhr-sync-worker\.js"\)/, '""');
        return { contents: source, loader: "js" };
      });
    },
  };
}
