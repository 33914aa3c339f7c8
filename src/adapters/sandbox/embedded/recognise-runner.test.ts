import { describe, expect, it } from "vitest";
import { recogniseRunner, repositoryBabelPlugins, type PackageInputs } from "./recognise-runner.ts";

const inputs = (files: Readonly<Record<string, string>>, packageRoot = ""): PackageInputs => ({
  packageRoot,
  has: (path) => path in files,
  text: (path) => files[path] ?? null,
});
const recognise = (files: Readonly<Record<string, string>>, packageRoot = "") =>
  recogniseRunner(inputs(files, packageRoot), Object.keys(files));
const json = (value: object): Record<string, string> => ({ "package.json": JSON.stringify(value) });
const jest = { kind: "jest", file: null, inline: undefined, esm: false, environment: null };

describe("[JEST] which program runs the tests", () => {
  it.each([
    ["nothing at all", {}, { kind: "vitest" }],
    ["jest among the dependencies", json({ devDependencies: { jest: "30" } }), jest],
    ["jest in a script", json({ scripts: { test: "tsc && npx jest --ci" } }), jest],
    ["a script that only sounds like it", json({ scripts: { test: "jester" } }), { kind: "vitest" }],
    ["a key in package.json", json({ jest: { verbose: true } }), { ...jest, inline: { verbose: true } }],
    ["a configuration file", { ...json({}), "jest.config.ts": "" }, { ...jest, file: "jest.config.ts" }],
    ["both, with vite.config beside it", { ...json({ devDependencies: { jest: "30", vite: "8" } }), "vite.config.ts": "" }, jest],
    ["vitest among the dependencies as well", json({ devDependencies: { jest: "30", vitest: "4" } }), { kind: "vitest" }],
    ["a configuration of Vitest's", { ...json({ devDependencies: { jest: "30" } }), "vitest.config.mts": "" }, { kind: "vitest" }],
    [
      "options on the command line",
      {
        ...json({ scripts: { test: "NODE_OPTIONS=--experimental-vm-modules jest --config=./config/jest.json --env jsdom" } }),
        "config/jest.json": "{}",
        "jest.config.js": "",
      },
      { ...jest, file: "config/jest.json", esm: true, environment: "jsdom" },
    ],
    ["a script that runs mocha", json({ scripts: { test: "nyc mocha -r tsx" } }), { kind: "other", name: "mocha" }],
    ["a script that runs ava", json({ scripts: { test: "xo && ava" } }), { kind: "other", name: "ava" }],
    ["a script that runs Bun's runner", json({ scripts: { test: "bun test" } }), { kind: "other", name: "bun test" }],
    ["vitest beside mocha", json({ scripts: { test: "mocha" }, devDependencies: { vitest: "4" } }), { kind: "vitest" }],
    ["a script that only looks like one", json({ scripts: { test: "node run-mocha-like.js" } }), { kind: "vitest" }],
    ["Node's runner", json({ scripts: { test: "node --import tsx --test" } }), { kind: "node:test" }],
  ])("is read from %s", (_name, files, expected) => {
    expect(recognise(files)).toEqual(expected);
  });

  it("is read from the root where a package says nothing", () => {
    const files = {
      ...json({ devDependencies: { jest: "30" } }),
      "packages/a/package.json": "{}",
      "packages/a/jest.config.js": "",
    };
    expect(recognise(files, "packages/a")).toEqual({ ...jest, file: "packages/a/jest.config.js" });
  });

  it("knows of Babel's configuration what is written in it", () => {
    expect(
      repositoryBabelPlugins(
        inputs({
          ...json({ babel: { plugins: ["macros"] } }),
          "babel.config.js":
            "module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }], '@babel/preset-flow'], plugins: ['babel-plugin-emotion', ['@babel/plugin-transform-runtime', { helpers: false }]] };",
        }),
      ),
    ).toEqual(["macros", "babel-plugin-emotion", "@babel/preset-flow"]);
  });
});
