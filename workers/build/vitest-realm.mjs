/**
 * Moves what Vitest keeps on `globalThis` into the bundle's own realm object (workers/test-runtime/realm.ts), so that
 * code under test can't reach the worker state, the matcher registries or the running task. Every rewrite is expected:
 * the build fails if a pattern is not found, since an upgrade of Vitest would otherwise undo it in silence.
 */
import fs from "node:fs";
import path from "node:path";

const REALM = "__fixgateRealm";
const SYMBOLS =
  "NAME_WORKER_STATE|GLOBAL_EXPECT|MATCHERS_OBJECT|JEST_MATCHERS_OBJECT|ASYMMETRIC_MATCHERS_OBJECT|SAFE_TIMERS_SYMBOL";

/** [file, what is replaced, by what, how often, imports to put before it]. */
const REWRITES = [
  [
    /vitest\/dist\/chunks\/startVitestModuleRunner\..*\.js$/,
    /options\.vm\.context\.__vitest_mocker__ = this\.mocker/g,
    `${REALM}["__vitest_mocker__"] = this.mocker`,
    1,
  ],
  [
    /vitest\/dist\/chunks\/test\..*\.js$/,
    /typeof __vitest_mocker__ !== "undefined" \? __vitest_mocker__/g,
    `${REALM}["__vitest_mocker__"] !== undefined ? ${REALM}["__vitest_mocker__"]`,
    1,
  ],
  [
    /vitest\/dist\/chunks\/test\..*\.js$/,
    /typeof __vitest_required__ !== 'undefined'/g,
    `${REALM}["__vitest_required__"] !== undefined`,
    1,
  ],
  [
    /vitest\/dist\/chunks\/test\..*\.js$/,
    /_global\.__vitest_required__ && _global\.__vitest_required__/g,
    `${REALM}["__vitest_required__"] && ${REALM}["__vitest_required__"]`,
    1,
  ],
  [/vitest\/dist\/chunks\/test\..*\.js$/, /= __vitest_required__\./g, `= ${REALM}["__vitest_required__"].`, 2],
  [/vitest\/dist\/module-evaluator\.js$/, /globalNamespace\.__vitest_index__/g, `${REALM}["__vitest_index__"]`, 1],
  [/@vitest\/expect\/dist\/index\.js$/, /globalThis\.__vitest_worker__/g, `${REALM}["__vitest_worker__"]`, 1],
  [
    /@vitest\/runner\/dist\/chunk-artifact\.js$/,
    /\n\t\t\tconst hasOnlyTasks = someTasksAreOnly\(file\);/g,
    `\n\t\t\t${REALM}["onModes"]?.(file);\n\t\t\tconst hasOnlyTasks = someTasksAreOnly(file);`,
    1,
  ],
  // What a file's last update waits for; updates go nowhere here, and a timer that is left would be the file's leftover.
  [
    /@vitest\/runner\/dist\/chunk-artifact\.js$/,
    /pendingCall \?\?= setTimeout\(\(\) => call\.bind\(this\)\(\.\.\.args\), ms\);/g,
    "",
    1,
  ],
  // A compared value that decides for itself whether it is equal: seen to turn a wrong result green.
  [
    /@vitest\/expect\/dist\/index\.js$/,
    /return a\.asymmetricMatch\(b, customTesters\);/g,
    `if (!(a instanceof AsymmetricMatcher)) ${REALM}["suspect"]?.("a received value answered for itself (asymmetricMatch)"); return a.asymmetricMatch(b, customTesters);`,
    1,
  ],
  [
    /@vitest\/expect\/dist\/index\.js$/,
    /\n\tif \(a\.constructor !== b\.constructor\) \{\n\t\treturn false;\n\t\}\n\tlet length = aStack\.length;/g,
    `\n\tif ((isA("Set", a) || isA("Map", a)) && Object.hasOwn(a, IteratorSymbol)) ${REALM}["suspect"]?.("a received Set or Map iterated by a method of its own");\n\tif (a.constructor !== b.constructor) {\n\t\treturn false;\n\t}\n\tlet length = aStack.length;`,
    1,
  ],
  [
    /@vitest\/expect\/dist\/index\.js$/,
    /return a\.isEqualNode\(b\);/g,
    `if (Object.hasOwn(a, "isEqualNode")) ${REALM}["suspect"]?.("a received value answered for itself (isEqualNode)"); return a.isEqualNode(b);`,
    1,
  ],
  // A bundle of one file has no chunks: what a dynamic import names, and all that it imports, would be wrapped in functions
  // that the engine has to parse twice. What is there anyway is imported at once; the DOMs come from their parts.
  [
    /vitest\/dist\/chunks\/setup-common\..*\.js$/,
    /await import\('\.\/globals\.[^']*'\)/g,
    () => "__fixgateGlobals",
    1,
    (source) => `import * as __fixgateGlobals from ${/import\(('\.\/globals\.[^']*')\)/.exec(source)[1]};`,
  ],
  [
    /vitest\/dist\/chunks\/index\..*\.js$/,
    /await import\(('happy-dom'|'jsdom')\)/g,
    (_, name) => `await Promise.resolve(__fixgateDom(${name}, __fixgatePart))`,
    4,
    (_, folder) =>
      `import { domPart as __fixgateDom } from ${JSON.stringify(`${folder}/dom.ts`)};import { part as __fixgatePart } from ${JSON.stringify(`${folder}/parts.ts`)};`,
  ],
  [
    /vitest\/dist\/chunks\/index\..*\.js$/,
    /await import\('node:vm'\)/g,
    () => "__fixgateVm",
    1,
    () => 'import * as __fixgateVm from "node:vm";',
  ],
  // Where Jest's API means something else, and only in a Jest suite: realm.jest (workers/test-runtime/jest.ts). Snapshots are
  // kept under titles joined by a space; one that nobody asks for fails nothing.
  [
    /vitest\/dist\/chunks\/test\..*\.js$/,
    /getNames\(test\)\.slice\(1\)\.join\(" > "\)/g,
    `getNames(test).slice(1).join(${REALM}["jest"] ? " " : " > ")`,
    2,
  ],
  [
    /vitest\/dist\/chunks\/test\..*\.js$/,
    /currentTestName: getTestName\(test\)/g,
    `currentTestName: getTestName(test, ${REALM}["jest"] ? " " : undefined)`,
    1,
  ],
  [
    /vitest\/dist\/chunks\/test\..*\.js$/,
    /updateSnapshot === "none" && result\.unchecked/g,
    `updateSnapshot === "none" && !${REALM}["jest"] && result.unchecked`,
    1,
  ],
  [
    /@vitest\/snapshot\/dist\/index\.js$/,
    /\[name, \.\.\.message \? \[message\] : \[\]\]\.join\(" > "\)/g,
    `[name, ...message ? [message] : []].join(${REALM}["jest"] ? ": " : " > ")`,
    3,
  ],
  [
    /vitest\/dist\/chunks\/test\..*\.js$/,
    /received: getError\(received, promise\),/g,
    `received: ${REALM}["jest"] ? getError(received, promise)?.message : getError(received, promise),`,
    2,
  ],
  // What a matcher of the repository's own prints is on one line.
  [
    /@vitest\/expect\/dist\/index\.js$/,
    /replaceTrailingSpaces\(stringify\((object|value)\)\)/g,
    (_, value) => `replaceTrailingSpaces(stringify(${value}, 10, ${REALM}["jest"] ? { min: true } : {}))`,
    2,
  ],
  [
    /@vitest\/expect\/dist\/index\.js$/,
    /\n\t\tstringify,\n/g,
    `\n\t\tstringify: (object, depth, options) => stringify(object, depth, ${REALM}["jest"] ? { min: true, ...options } : options),\n`,
    1,
  ],
  // Jest's mocks: any implementation can be called with `new`, and a reset leaves none behind.
  [
    /@vitest\/spy\/dist\/index\.js$/,
    /Reflect\.construct\(implementation, args, new\.target\)/g,
    `(${REALM}["jest"]?.construct ?? Reflect.construct)(implementation, args, new.target)`,
    1,
  ],
  [
    /@vitest\/spy\/dist\/index\.js$/,
    /function throwConstructorError\(shorthand\) \{/g,
    `function throwConstructorError(shorthand) {\n\tif (${REALM}["jest"]) return;`,
    1,
  ],
  [
    /@vitest\/spy\/dist\/index\.js$/,
    /config\.mockImplementation = resetToMockImplementation \? mockImplementation : undefined;/g,
    `config.mockImplementation = ${REALM}["jest"] ? originalImplementation && function() {} : resetToMockImplementation ? mockImplementation : undefined;`,
    1,
  ],
  // Said to whoever imports it; here that is the runtime, in every worker.
  [/vitest\/dist\/suite\.js$/, /console\.warn\([^\n]*\);/g, "", 1],
];
/** Files that hold one of the symbols, and how many places in each are rewritten. */
const SYMBOL_PLACES = new Map([
  ["vitest/dist/chunks/utils", 2],
  ["vitest/dist/chunks/test", 5],
  ["@vitest/expect/dist/index.js", 13],
  ["@vitest/utils/dist/timers.js", 3],
]);

/** @param {{ root: string }} options @returns {import("esbuild").Plugin} */
export function vitestRealm({ root }) {
  return {
    name: "vitest-realm",
    setup(build) {
      const rewritten = new Map();
      const applied = new Set();
      build.onLoad({ filter: /node_modules\/(vitest|@vitest)\/.*\.js$/ }, (args) => {
        let source = fs.readFileSync(args.path, "utf8");
        const before = source;
        let imports = "";
        for (const rewrite of REWRITES) {
          const [file, pattern, replacement, times, importsOf] = rewrite;
          if (!file.test(args.path)) continue;
          const found = source.match(pattern)?.length ?? 0;
          if (found === 0) continue;
          if (found !== times) throw new Error(`${args.path}: ${String(pattern)} found ${found} times, expected ${times}`);
          if (importsOf !== undefined) imports += importsOf(source, path.join(root, "workers/test-runtime"));
          source = source.replace(pattern, replacement);
          applied.add(rewrite);
        }
        let symbols = 0;
        source = source.replace(new RegExp(`globalThis\\[(${SYMBOLS})\\]`, "g"), (_, name) => (symbols++, `${REALM}[${name}]`));
        source = source.replace(new RegExp(`\\bglobalThis, (${SYMBOLS})\\b`, "g"), (_, name) => (symbols++, `${REALM}, ${name}`));
        if (symbols > 0) rewritten.set(path.relative(path.join(root, "node_modules"), args.path), symbols);
        if (source === before) return undefined;
        return {
          contents: `import { realm as ${REALM} } from ${JSON.stringify(path.join(root, "workers/test-runtime/realm.ts"))};${imports}\n${source}`,
          loader: "js",
        };
      });
      build.onEnd(() => {
        for (const rewrite of REWRITES)
          if (!applied.has(rewrite))
            throw new Error(`Vitest has changed: nothing matches ${String(rewrite[1])} in ${String(rewrite[0])}`);
        for (const [prefix, times] of SYMBOL_PLACES) {
          const found = [...rewritten].filter(([file]) => file.startsWith(prefix)).reduce((sum, [, count]) => sum + count, 0);
          if (found !== times)
            throw new Error(
              `Vitest has changed: ${prefix} reaches for its global registries in ${found} places, ${times} were known`,
            );
        }
      });
    },
  };
}
