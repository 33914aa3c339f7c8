import ts from "typescript";
import { describe, expect, it } from "vitest";
import { recordShapes } from "./shapes.ts";

const OPTIONS: ts.CompilerOptions = { noLib: true, module: ts.ModuleKind.ESNext, strict: true, types: [] };
const BASE = {
  "/lock.ts": "export const free = (): number => 1;\n",
  "/use.ts": 'import { free } from "./lock";\nexport const one = free();\n',
};

const hostOf = (files: Readonly<Record<string, string>>): ts.CompilerHost => ({
  fileExists: (path) => path in files,
  readFile: (path) => files[path],
  getSourceFile: (path, language) => {
    const text = files[path];
    return text === undefined ? undefined : Object.assign(ts.createSourceFile(path, text, language), { version: text });
  },
  getCurrentDirectory: () => "/",
  getCanonicalFileName: (name) => name,
  useCaseSensitiveFileNames: () => true,
  getNewLine: () => "\n",
  getDefaultLibFileName: () => "/lib.d.ts",
  writeFile: () => undefined,
  createHash: (text) => text,
});

/** Files that are checked again when `edited` follows `BASE`. */
function checkedAgain(edited: Readonly<Record<string, string>>, record: boolean): readonly string[] {
  const program = (files: Readonly<Record<string, string>>, old?: ts.SemanticDiagnosticsBuilderProgram) =>
    ts.createSemanticDiagnosticsBuilderProgram(Object.keys(files), OPTIONS, hostOf(files), old);
  const drain = (builder: ts.SemanticDiagnosticsBuilderProgram): readonly string[] => {
    const seen: string[] = [];
    for (
      let next = builder.getSemanticDiagnosticsOfNextAffectedFile();
      next;
      next = builder.getSemanticDiagnosticsOfNextAffectedFile()
    )
      if ("fileName" in next.affected) seen.push(next.affected.fileName);
    return seen;
  };
  const base = program(BASE);
  drain(base);
  if (record) recordShapes(ts, base, ({ fileName, version }) => edited[fileName] !== version, hostOf(BASE));
  return drain(program(edited, base));
}

describe("shapes of files", () => {
  it("an edit that nobody else can see has no other file checked again", () => {
    const edited = { ...BASE, "/lock.ts": "export const free = (): number => 1 + 1;\n" };
    expect(checkedAgain(edited, true)).toEqual(["/lock.ts"]);
    expect(checkedAgain(edited, false)).toEqual(["/lock.ts", "/use.ts"]);
  });

  it("one that others see has", () => {
    expect(checkedAgain({ ...BASE, "/lock.ts": 'export const free = (): string => "";\n' }, true)).toEqual(["/lock.ts", "/use.ts"]);
  });
});
