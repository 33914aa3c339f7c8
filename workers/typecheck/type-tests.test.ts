/** Against Vitest's own type tests: the same file natively, and by the engine. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { dependenciesOf } from "../../e2e/contract/dependencies-of.ts";
import type { FilesOf } from "../../e2e/contract/snapshot-of.ts";
import { repoPathOf } from "../../src/core/snapshot/index.ts";
import type { TypeTestFile } from "../../src/protocol/typecheck.ts";
import { createTypecheckEngine } from "./engine.ts";
import { OWN_LIBS } from "./libs.ts";
import { MODULES, repositoryForTests } from "../../e2e/contract/typecheck/repository-for-tests.ts";

const { inMemory, onDisk } = repositoryForTests();

const TEST = `import { describe, expectTypeOf, it, test } from "vitest";
import { first } from "../src/first";
describe("first", () => {
  it("is right", () => {
    expectTypeOf(first([1])).toEqualTypeOf<number | undefined>();
  });
  it("is wrong", () => {
    expectTypeOf(first([1])).toEqualTypeOf<string>();
  });
  describe.skip("later", () => {
    test("is not asked", () => {
      const wrong: string = 1;
    });
  });
  test.each([1, 2])("each %s", (n) => {
    expectTypeOf(n).toEqualTypeOf<number>();
  });
  it.todo("is to be written");
  it(\`is a template\`, () => {
    // @ts-expect-error it is no string
    const text: string = first([1]);
  });
});
`;
const FILES: FilesOf = {
  "package.json": '{"type":"module"}',
  "tsconfig.json":
    '{"compilerOptions":{"strict":true,"noEmit":true,"module":"esnext","moduleResolution":"bundler","target":"es2022","skipLibCheck":true,"types":[]},"include":["src","tests"]}',
  "vitest.config.ts":
    'export default { test: { include: ["none/*.ts"], passWithNoTests: true, typecheck: { enabled: true, include: ["tests/**/*.test-d.ts"] } } };\n',
  "src/first.ts": "export const first = <T>(list: readonly T[]): T | undefined => list[0];\n",
  "tests/first.test-d.ts": TEST,
};

function native(files: FilesOf): Readonly<Record<string, string>> {
  const folder = onDisk(files);
  const report = path.join(folder, "report.json");
  try {
    execFileSync(process.execPath, [path.join(MODULES, "vitest/vitest.mjs"), "run", "--reporter=json", `--outputFile=${report}`], {
      cwd: folder,
      stdio: "pipe",
      env: { ...process.env, PATH: `${path.join(MODULES, ".bin")}:${process.env["PATH"] ?? ""}` },
    });
  } catch {
    // one of its tests is red
  }
  const { testResults } = JSON.parse(fs.readFileSync(report, "utf8")) as {
    readonly testResults: readonly { readonly assertionResults: readonly { readonly title: string; readonly status: string }[] }[];
  };
  const states: Readonly<Record<string, string>> = {
    passed: "pass",
    failed: "fail",
    skipped: "skip",
    pending: "skip",
    todo: "todo",
  };
  return Object.fromEntries(
    testResults.flatMap(({ assertionResults }) => assertionResults.map(({ title, status }) => [title, states[status] ?? status])),
  );
}

function ask(files: FilesOf, paths: readonly string[]): readonly TypeTestFile[] {
  const engine = createTypecheckEngine({ ts, from: "fixgate", libFolder: OWN_LIBS, now: () => 0 });
  return engine.typeTests(inMemory(files, { packed: dependenciesOf(MODULES, ["vitest"]) }), {
    tsconfig: null,
    paths: paths.map(repoPathOf),
  });
}

describe("[SB-TYPES] type tests", { timeout: 120_000 }, () => {
  it("have the tests and the results that Vitest gives them", () => {
    const [file] = ask(FILES, ["tests/first.test-d.ts"]);
    const mine: Readonly<Record<string, string>> = Object.fromEntries(
      (file?.tests ?? []).map(({ titles, mode, errors }) => [
        titles.at(-1) ?? "",
        mode === "run" ? (errors.length > 0 ? "fail" : "pass") : mode,
      ]),
    );
    expect(mine).toEqual(native(FILES));
    expect(mine).toEqual({
      "is right": "pass",
      "is wrong": "fail",
      "is not asked": "skip",
      "each %s": "pass",
      "is to be written": "todo",
      "is a template": "pass",
    });
    expect(file?.tests.map(({ assertions }) => assertions)).toEqual([1, 1, 0, 1, 0, 1]);
    expect(file?.tests[1]?.errors[0]).toMatchObject({ path: "tests/first.test-d.ts", line: 8 });
  });

  it("an error outside of the tests belongs to the file, and a file that no tsconfig includes was not checked", () => {
    const [outside] = ask({ ...FILES, "tests/first.test-d.ts": `const wrong: string = 1;\n${TEST}` }, ["tests/first.test-d.ts"]);
    expect(outside?.errors.map(({ code, line }) => [code, line])).toEqual([[2322, 1]]);
    const [other] = ask({ ...FILES, "elsewhere/a.test-d.ts": TEST }, ["elsewhere/a.test-d.ts"]);
    expect(other).toMatchObject({ checked: false, tests: [] });
  });
});
