/** The engine against native tsc: the same repository on disk and in memory must give the same diagnostics. */
import { execFileSync } from "node:child_process";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { dependenciesOf } from "../../e2e/contract/dependencies-of.ts";
import type { FilesOf } from "../../e2e/contract/snapshot-of.ts";
import { parseTscOutput } from "../../src/adapters/sandbox/process/parse-tsc.ts";
import type { Diagnostic, TypecheckReport } from "../../src/core/evidence/index.ts";
import { repoPathOf } from "../../src/core/snapshot/index.ts";
import { createTypecheckEngine, type TypecheckEngine } from "./engine.ts";
import { OWN_LIBS } from "./libs.ts";
import { MODULES, repositoryForTests, type Extras } from "../../e2e/contract/typecheck/repository-for-tests.ts";

const { inMemory, onDisk } = repositoryForTests();
const newEngine = (): TypecheckEngine => createTypecheckEngine({ ts, from: "fixgate", libFolder: OWN_LIBS, now: () => 0 });

const check = (engine: TypecheckEngine, files: FilesOf, extras?: Extras): TypecheckReport => engine.check(inMemory(files, extras));

const codesOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map((item) => `${item.path ?? ""}:${String(item.line ?? 0)}:${String(item.column ?? 0)} TS${String(item.code)}`);
const codes = (report: TypecheckReport): readonly string[] => codesOf(report.diagnostics);

function native(files: FilesOf, args: readonly string[] = ["--noEmit", "-p", "."]): readonly string[] {
  const folder = onDisk(files);
  let out = "";
  try {
    execFileSync(process.execPath, [path.join(MODULES, "typescript/lib/tsc.js"), ...args, "--pretty", "false"], { cwd: folder });
  } catch (reason) {
    out = String((reason as { stdout: Buffer }).stdout);
  }
  return codesOf(parseTscOutput(out, { folder: "", root: folder }).diagnostics);
}

const strict = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: "es2022",
    lib: ["es2022"],
    skipLibCheck: true,
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
  },
  include: ["src"],
});
const good: FilesOf = {
  "tsconfig.json": strict,
  "src/lock.ts":
    "export interface Lock { readonly owner: string | null }\nexport const free = (lock: Lock): boolean => lock.owner === null;\n",
  "src/use.ts": 'import { free } from "./lock.ts";\nexport const yes: boolean = free({ owner: null });\n'.replace(
    "./lock.ts",
    "./lock",
  ),
};

describe("[TC] type check of a snapshot", { timeout: 60_000 }, () => {
  it("a sound repository has no diagnostic", () => {
    const report = check(newEngine(), good);
    expect(report.applicable).toBe(true);
    expect(report.diagnostics).toEqual([]);
    expect(report.typescript).toEqual({ version: ts.version, from: "fixgate" });
  });

  it.each<[string, FilesOf]>([
    ["a wrong type", { ...good, "src/bad.ts": "export const n: number = 'x';\n" }],
    ["a missing module", { ...good, "src/bad.ts": 'import { a } from "./gone";\nexport const b = a;\n' }],
    ["a syntax error hides the rest, as in tsc", { ...good, "src/bad.ts": "export const n: number = 'x';\nexport const = 3;\n" }],
    ["an unknown option", { ...good, "tsconfig.json": strict.replace('"strict":true', '"strickt":true') }],
    ["no inputs", { "tsconfig.json": strict, "readme.md": "" }],
    [
      "a global that two files declare",
      { ...good, "src/g.d.ts": "declare const x: number;\n", "src/h.d.ts": "declare const x: string;\n" },
    ],
    [
      "declarations that can't be named",
      {
        ...good,
        "tsconfig.json": strict.replace('"strict":true', '"strict":true,"declaration":true'),
        "src/bad.ts":
          "const s: unique symbol = Symbol();\nexport class A { private static x = s; }\nexport const f = () => class { private p = 1 };\n",
      },
    ],
    [
      "CRLF and a BOM keep their places",
      { ...good, "src/bad.ts": "\ufeffexport const a = 1;\r\nexport const n: number = 'x';\r\n" },
    ],
  ])("%s: as native tsc says", (_name, files) => {
    expect(codes(check(newEngine(), files))).toEqual(native(files));
  });

  it("extends, paths and packages are resolved as natively", () => {
    const files: FilesOf = {
      "base.json": JSON.stringify({
        compilerOptions: {
          strict: true,
          target: "es2022",
          lib: ["es2022", "dom"],
          skipLibCheck: true,
          jsx: "react-jsx",
          module: "esnext",
          moduleResolution: "bundler",
          noEmit: true,
        },
      }),
      "tsconfig.json": JSON.stringify({
        extends: "./base.json",
        compilerOptions: { types: [], paths: { "@/*": ["./src/*"] } },
        include: ["src/**/*"],
      }),
      "src/badge.tsx":
        'import { useState } from "react";\nexport const Badge = ({ text }: { text: string }) => { const [n] = useState(0); return <b title={n}>{text}</b>; };\n',
      "src/badge.test.ts":
        'import { expect, it } from "vitest";\nimport { Badge } from "@/badge";\nit("is", () => { expect(Badge({ text: 3 })).toBe(1); });\n',
    };
    const packed = dependenciesOf(MODULES, ["react", "@types/react", "vitest"]);
    const report = check(newEngine(), files, { packed });
    expect(codes(report)).toEqual(native(files));
    expect(report.diagnostics.map((item) => item.code)).toEqual([2322, 2322]);
  });

  it("incremental: base, broken, base again, each as if it were the first", () => {
    const engine = newEngine();
    const broken: FilesOf = {
      ...good,
      "src/lock.ts": "export interface Lock { readonly owner: number }\nexport const free = (lock: Lock): number => lock.owner;\n",
    };
    expect(check(engine, good).diagnostics).toEqual([]);
    expect(codes(check(engine, broken))).toEqual(native(broken));
    expect(codes(check(engine, broken)).length).toBeGreaterThan(0);
    expect(check(engine, good).diagnostics).toEqual([]);
  });

  it("prepared: what is asked next is answered as without, for the same snapshot and for another", () => {
    const broken: FilesOf = { ...good, "src/lock.ts": "export const free = (lock: string): number => lock.length;\n" };
    const same = newEngine();
    same.prepare(inMemory(broken));
    expect(codes(check(same, broken))).toEqual(native(broken));
    expect(codes(check(same, broken))).toEqual(native(broken));
    const other = newEngine();
    other.prepare(inMemory(good));
    expect(codes(check(other, broken))).toEqual(native(broken));
    expect(check(other, good).diagnostics).toEqual([]);
  });

  it("incremental: what a declaration can't name is told again, and told of the files that a change reaches", () => {
    const engine = newEngine();
    const base: FilesOf = {
      "tsconfig.json": strict.replace('"strict":true', '"strict":true,"declaration":true'),
      "src/made.ts": "export const made = () => class { public p = 1 };\n",
      "src/uses.ts": 'import { made } from "./made";\nexport const of = made();\n',
      "src/bad.ts": "export const f = () => class { private p = 1 };\n",
      "src/other.ts": "export const n: number = 1;\n",
    };
    const steps: readonly FilesOf[] = [
      base,
      { ...base, "src/other.ts": "export const n: number = 2;\n" },
      { ...base, "src/made.ts": "export const made = () => class { private p = 1 };\n" },
      base,
      { ...base, "src/bad.ts": "export const f = () => class { public p = 1 };\n" },
    ];
    const told = steps.map((files) => codes(check(engine, files)));
    expect(told).toEqual(steps.map((files) => native(files)));
    expect(told.map((one) => one.length)).toEqual([1, 1, 3, 1, 0]);
  });

  it("incremental: a file that comes or goes changes what an unchanged import means", () => {
    const engine = newEngine();
    const { "src/lock.ts": _gone, ...without } = good;
    expect(check(engine, good).diagnostics).toEqual([]);
    expect(codes(check(engine, without))).toEqual(native(without));
    const shadowed: FilesOf = { ...without, "src/lock.d.ts": "export declare const free: (lock: { owner: null }) => string;\n" };
    expect(codes(check(engine, shadowed))).toEqual(native(shadowed));
    expect(codes(check(engine, { ...shadowed, ...good }))).toEqual([]);
  });

  it("[inputs] the tsconfig is read from the inputs, not from what an agent left", () => {
    const loosened = {
      ...good,
      "src/bad.ts": "export const f = (x) => x;\n",
      "tsconfig.json": strict.replace('"strict":true', '"strict":false'),
    };
    expect(check(newEngine(), loosened).diagnostics).toEqual([]);
    expect(check(newEngine(), loosened, { inputs: good }).diagnostics.map((item) => item.code)).toEqual([7006]);
    const { "tsconfig.json": _config, ...none } = good;
    expect(check(newEngine(), good, { inputs: none }).applicable).toBe(false);
  });

  it("project references: a solution file checks what it refers to", () => {
    const part = (include: string, references: readonly string[]) =>
      JSON.stringify({
        compilerOptions: {
          composite: true,
          strict: true,
          target: "es2022",
          lib: ["es2022"],
          skipLibCheck: true,
          module: "esnext",
          moduleResolution: "bundler",
          types: [],
        },
        include: [include],
        references: references.map((item) => ({ path: item })),
      });
    const files: FilesOf = {
      "tsconfig.json": JSON.stringify({ files: [], references: [{ path: "./core" }, { path: "./app/tsconfig.app.json" }] }),
      "core/tsconfig.json": part("*.ts", []),
      "core/sum.ts": "export const sum = (a: number, b: number): number => a + b;\n",
      "app/tsconfig.app.json": part("*.ts", ["../core"]),
      "app/main.ts": 'import { sum } from "../core/sum";\nexport const wrong: string = sum(1, 2);\n',
    };
    const report = check(newEngine(), files);
    expect(codes(report)).toEqual(["app/main.ts:2:14 TS2322"]);
    expect(native(files, ["-b"])).toEqual(["app/main.ts:2:14 TS2322"]);
  });

  it("workspace packages are found by name", () => {
    const files: FilesOf = {
      "package.json": JSON.stringify({ workspaces: ["packages/*"] }),
      "packages/core/package.json": JSON.stringify({ name: "@demo/core", types: "./index.ts" }),
      "packages/core/index.ts": "export const one: number = 1;\n",
      "packages/app/package.json": JSON.stringify({ name: "app" }),
      "packages/app/tsconfig.json": strict,
      "packages/app/src/main.ts": 'import { one } from "@demo/core";\nexport const text: string = one;\n',
    };
    const report = check(newEngine(), files, { packageRoot: repoPathOf("packages/app") });
    expect(codes(report)).toEqual(["packages/app/src/main.ts:2:14 TS2322"]);
  });

  it("a symbolic link is followed inside the repository and nowhere else", () => {
    const files: FilesOf = {
      ...good,
      "src/alias.ts": { symlink: "lock.ts" },
      "src/out.ts": { symlink: "../../etc/passwd" },
      "src/b.ts": 'export { free } from "./alias";\n',
    };
    expect(check(newEngine(), files).diagnostics).toEqual([]);
  });

  it("no tsconfig: not applicable, which is not a pass", () => {
    expect(check(newEngine(), { "src/a.ts": "export const n: number = 'x';\n" }).applicable).toBe(false);
  });

  it("vue-tsc is named, and affects the verdict", () => {
    const files = { ...good, "package.json": JSON.stringify({ scripts: { typecheck: "vue-tsc --noEmit" } }) };
    expect(check(newEngine(), files).unsupported).toEqual([
      expect.objectContaining({ affects: true, what: expect.stringContaining("vue-tsc") as string }),
    ]);
  });
});
