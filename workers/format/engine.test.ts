/** The format engine against native `prettier --check` on the same files. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NO_DEPENDENCIES } from "../../e2e/contract/dependencies-of.ts";
import { snapshotOf, type FilesOf } from "../../e2e/contract/snapshot-of.ts";
import type { FormatReport } from "../../src/core/evidence/index.ts";
import { dependencyFiles, repositoryOf } from "../typecheck/repository.ts";
import { createFormatEngine } from "./engine.ts";
import { PLUGINS, PRETTIER } from "./plugins.ts";

const cli = path.resolve(import.meta.dirname, "../../node_modules/prettier/bin/prettier.cjs");
let temp: string;
beforeAll(() => {
  temp = fs.mkdtempSync(path.join(os.tmpdir(), "fixgate-format-"));
});
afterAll(() => {
  fs.rmSync(temp, { recursive: true, force: true });
});

function format(files: FilesOf, versions: Readonly<Record<string, string>> = {}): Promise<FormatReport> {
  const { entries, blobs } = snapshotOf(files);
  const packages = Object.entries(versions).map(([name, version]) => ({
    name,
    version,
    location: `node_modules/${name}`,
    integrity: null,
  }));
  const repository = repositoryOf(
    { snapshot: entries, inputs: entries, packageRoot: "" },
    blobs,
    dependencyFiles({ ...NO_DEPENDENCIES, packages }, () => new Uint8Array()),
    null,
  );
  return createFormatEngine(PRETTIER, PLUGINS).format(
    repository,
    entries.map((entry) => entry.path),
  );
}

function native(files: FilesOf): readonly string[] {
  const folder = fs.mkdtempSync(path.join(temp, "native-"));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content as string);
  }
  try {
    return execFileSync(process.execPath, [cli, "--list-different", "."], { cwd: folder }).toString().split("\n").filter(Boolean);
  } catch (reason) {
    return String((reason as { stdout: Buffer }).stdout)
      .split("\n")
      .filter(Boolean)
      .sort();
  }
}

const SOURCE = "export const f = (a: string) => {\n  return { a: a, b: 'x' }\n}\n";
const TABBED = 'export const f = (a: string) => {\n\treturn { a: a, b: "x" };\n};\n';

describe("[FMT] the repository's formatter", { timeout: 30_000 }, () => {
  it.each<[string, FilesOf]>([
    ["defaults, with an empty .prettierrc", { ".prettierrc": "", "a.ts": SOURCE, "b.ts": 'export const b = "x";\n' }],
    ["YAML options", { ".prettierrc": "semi: false\nsingleQuote: true\n", "a.ts": SOURCE, "b.ts": 'export const b = "x";\n' }],
    [
      "overrides by glob",
      {
        ".prettierrc.json": JSON.stringify({ semi: true, overrides: [{ files: "*.test.ts", options: { semi: false } }] }) + "\n",
        "a.test.ts": "export const a = 1\n",
        "b.ts": "export const b = 1\n",
      },
    ],
    [
      "the nearest configuration wins",
      {
        ".prettierrc": "semi: false\n",
        "packages/a/.prettierrc": "semi: true\n",
        "packages/a/x.ts": "export const a = 1;\n",
        "x.ts": "export const a = 1;\n",
      },
    ],
    [".editorconfig below it", { ".prettierrc": "", ".editorconfig": "root = true\n[*]\nindent_style = tab\n", "a.ts": TABBED }],
    [
      ".prettierignore",
      { ".prettierrc": "", ".prettierignore": "gen/\n*.min.js\n", "gen/a.ts": SOURCE, "x.min.js": "a(  1)\n", "src/a.ts": SOURCE },
    ],
    [
      "other languages, and what is none",
      {
        ".prettierrc": "",
        "a.md": "*  one\n*  two\n",
        "b.css": "a{b:c}\n",
        "c.yaml": "a:   1\n",
        "d.bin": "\u0001",
        "e.json": '{"a":1}\n',
      },
    ],
    [
      "CRLF as configured",
      { ".prettierrc": "endOfLine: crlf\n", "a.ts": "export const a = 1;\r\n", "b.ts": "export const a = 1;\n" },
    ],
  ])("%s: as native Prettier says", async (_name, files) => {
    const report = await format(files);
    expect(report.formatter).toEqual({ name: "Prettier", version: PRETTIER.version });
    expect([...report.unformatted].sort()).toEqual(native(files));
  });

  it("no formatter is said to be none", async () => {
    expect(await format({ "a.ts": SOURCE, "package.json": "{}" })).toEqual({ formatter: null, unformatted: [], unsupported: [] });
  });

  it.each<[string, FilesOf, Readonly<Record<string, string>>, RegExp]>([
    ["Biome", { "biome.json": "{}", "a.ts": SOURCE }, {}, /Biome/],
    ["a configuration that is a program", { "prettier.config.js": "export default {}", "a.ts": SOURCE }, {}, /program/],
    ["plugins", { ".prettierrc": "plugins: [prettier-plugin-tailwindcss]\n", "a.ts": SOURCE }, {}, /prettier-plugin-tailwindcss/],
    ["another major", { ".prettierrc": "", "a.ts": "export {};\n" }, { prettier: "2.8.8" }, /2\.8\.8/],
    ["a syntax error", { ".prettierrc": "", "a.ts": "export const = ;\n" }, {}, /could not read a\.ts/],
  ])("%s is named and is no verdict", async (_name, files, versions, what) => {
    const { unformatted, unsupported } = await format(files, versions);
    expect(unformatted).toEqual([]);
    expect(unsupported).toEqual([expect.objectContaining({ affects: false, what: expect.stringMatching(what) as string })]);
  });
});
