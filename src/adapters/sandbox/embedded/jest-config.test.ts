import { describe, expect, it } from "vitest";
import { parseRepoPath, type SnapshotEntry } from "../../../core/snapshot/index.ts";
import { babelPlugins, readJestConfig, type JestReading } from "./jest-config.ts";
import { defaultProject, docblockEnvironment, testFiles } from "./projects.ts";

const reading: JestReading = {
  fallback: defaultProject("", null),
  version: "30.1.0",
  esm: false,
  environment: null,
  babelPlugins: [],
};
const read = (config: unknown, more: Partial<JestReading> = {}) => {
  const { projects, unsupported } = readJestConfig(
    { file: "/repo/jest.config.js", projects: [{ file: "/repo/jest.config.js", root: "/repo", config }], problems: [] },
    { ...reading, ...more },
  );
  const [project] = projects;
  if (project?.jest == null) throw new Error("no Jest project");
  return {
    project,
    jest: project.jest,
    unsupported: unsupported.map(({ what, affects }) => `${what}${affects ? "" : " (without effect)"}`),
  };
};
const entries = (...paths: string[]): SnapshotEntry[] =>
  paths.map((text) => {
    const path = parseRepoPath(text);
    if (!path.ok) throw new Error(text);
    return { path: path.value, mode: "100644", oid: text } as SnapshotEntry;
  });
const found = (config: unknown, ...paths: string[]): readonly string[] =>
  testFiles(read(config).project, entries(...paths), () => "");

describe("[JEST] reading a Jest configuration", () => {
  it("takes Jest's defaults for what nothing is said about", () => {
    const { project, jest, unsupported } = read({});
    expect(unsupported).toEqual([]);
    expect(project).toMatchObject({ runner: "jest", environment: "node", testTimeout: 5000, hookTimeout: 5000, globals: false });
    expect(project.sequence).toMatchObject({ hooks: "list", setupFiles: "list" });
    expect(jest).toMatchObject({
      roots: ["/repo"],
      conditions: ["node", "node-addons"],
      fakeTimers: null,
      untransformed: ["/node_modules/"],
    });
  });

  it.each([
    [{}, ["a.test.js", "src/__tests__/b.ts", "c.spec.mts"]],
    [{ testMatch: ["<rootDir>/src/**/*.js", "!**/d.js"] }, ["src/x.test.jsx.js"]],
    [{ testRegex: "\\.spec\\.mts$" }, ["c.spec.mts"]],
    [{ roots: ["<rootDir>/src"] }, ["src/__tests__/b.ts"]],
    [{ testPathIgnorePatterns: ["<rootDir>/src/"] }, ["a.test.js", "c.spec.mts"]],
    [{ moduleFileExtensions: ["js"] }, ["a.test.js"]],
  ] as const)("finds the test files of %j", (config, expected) => {
    const paths = ["a.test.js", "src/__tests__/b.ts", "c.spec.mts", "src/d.js", "node_modules/x/a.test.js", "src/x.test.jsx.js"];
    const own = "testMatch" in config ? paths : paths.filter((path) => path !== "src/x.test.jsx.js");
    expect(found(config, ...own)).toEqual(expected);
  });

  it("finds in Jest 29 what Jest 29 finds", () => {
    expect(testFiles(read({}, { version: "29.7.0" }).project, entries("a.test.js", "a.test.mts"), () => "")).toEqual(["a.test.js"]);
  });

  it.each([
    ["^@/(.*)$", "<rootDir>/src/$1", "@/a/b", "/repo/src/a/b"],
    ["\\.(css|less)$", "identity-obj-proxy", "./a.module.css", "identity-obj-proxy"],
    ["lib", ["<rootDir>/one.js", "two"], "some/library", "/repo/one.js"],
    ["^exact$", "other", "exactly", "exactly"],
  ])("maps by %s", (pattern, value, asked, to) => {
    const [rule] = read({ moduleNameMapper: { [pattern]: value } }).project.alias;
    if (rule === undefined || !("pattern" in rule)) throw new Error("no rule");
    expect(asked.replace(new RegExp(rule.pattern, rule.flags), rule.replacement)).toBe(to);
  });

  it("tells a path from a package among setup files", () => {
    expect(
      read({ setupFiles: ["./first.js", "dotenv/config"], setupFilesAfterEnv: ["<rootDir>/then.js", "@testing-library/jest-dom"] })
        .project.setupFiles,
    ).toEqual(["/repo/first.js", "dotenv/config", "/repo/then.js", "@testing-library/jest-dom"]);
  });

  it.each([
    [{ testEnvironment: "jsdom" }, "jsdom", ["browser"], []],
    [{ testEnvironment: "/repo/node_modules/jest-environment-jsdom/build/index.js" }, "jsdom", ["browser"], []],
    [
      { testEnvironment: "@happy-dom/jest-environment", testEnvironmentOptions: { customExportConditions: ["x"] } },
      "happy-dom",
      ["x"],
      [],
    ],
    [{ testEnvironment: "./own.js" }, "node", ["node", "node-addons"], ['the test environment "./own.js"']],
  ] as const)("takes the environment of %j", (config, environment, conditions, named) => {
    const { project, jest, unsupported } = read(config);
    expect([project.environment, jest.conditions, unsupported]).toEqual([environment, conditions, named]);
  });

  it("takes the environment from the script or from a file's comment", () => {
    expect(read({ testEnvironment: "node" }, { environment: "jsdom" }).project.environment).toBe("jsdom");
    expect(docblockEnvironment("/** @jest-environment @happy-dom/jest-environment */")?.name).toBe("happy-dom");
  });

  it.each([
    [{ verbose: true, collectCoverageFrom: ["src"], bail: 1, reporters: ["x"], automock: false }, []],
    [
      { automock: true, globalSetup: "./g.js", resolver: "./r.js", runner: "eslint" },
      ["Jest's automock", "Jest's globalSetup", "Jest's resolver", "Jest's runner"],
    ],
    [{ testRunner: "jest-circus/runner" }, []],
    [{ testRunner: "jest-jasmine2" }, ['Jest\'s testRunner "jest-jasmine2"']],
    [{ preset: "ts-jest/presets/default-esm" }, ["the transform ts-jest/presets/default-esm (without effect)"]],
    [{ preset: "react-native" }, ['the Jest preset "react-native"']],
    [
      { transform: { "\\.ts$": ["@swc/jest", {}], "\\.svg$": "/repo/svg.js" } },
      ['the transform "<root>/svg.js"', "the transform @swc/jest (without effect)"],
    ],
    [
      { transform: { "\\.js$": ["babel-jest", { plugins: ["lodash"] }] } },
      ['the Babel plugin "lodash"', "the transform babel-jest (without effect)"],
    ],
    [{ timers: "legacy" }, ["Jest's legacy fake timers"]],
    [{ globals: { "ts-jest": {}, "not a name": 1 } }, ['Jest\'s global "not a name"']],
  ] as const)("names what it cannot do of %j", (config, expected) => {
    expect(read(config).unsupported).toEqual(expected);
  });

  it("names Babel's plugins where Babel compiles, and not where ts-jest does", () => {
    const babel = { babelPlugins: ["macros"] };
    expect(read({}, babel).unsupported).toEqual(['the Babel plugin "macros"']);
    expect(read({ preset: "ts-jest" }, babel).unsupported).toEqual(["the transform ts-jest (without effect)"]);
    expect(
      babelPlugins({
        presets: [["@babel/preset-env", {}], "@babel/flow"],
        plugins: ["@babel/plugin-transform-runtime", ["emotion", {}]],
      }),
    ).toEqual(["emotion", "@babel/flow"]);
  });

  it("prints snapshots as the repository's version of Jest does", () => {
    expect(read({}, { version: "28.1.0" }).project.snapshotFormat).toEqual({ escapeString: true, printBasicPrototype: true });
    expect(read({ snapshotFormat: { escapeString: true } }).project.snapshotFormat).toEqual({
      escapeString: true,
      printBasicPrototype: false,
    });
  });
});
