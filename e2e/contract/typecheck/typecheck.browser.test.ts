/** The type check and format clients in a real browser: our TypeScript in a worker, the repository's own in isolation. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build as bundle } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "../../../workers/build/typecheck.mjs";
import { ISOLATED, launchChromium, serveFolder, type StaticServer } from "../browser.ts";
import { dependenciesOf, NO_DEPENDENCIES } from "../dependencies-of.ts";
import { snapshotOf, type FilesOf } from "../snapshot-of.ts";
import type { Answer, Ask, PlainSnapshot } from "./page.ts";

const modules = path.resolve(import.meta.dirname, "../../../node_modules");
let folder: string;
let server: StaticServer;
let browser: Browser;
let page: Page;

const NONE: Ask["dependencies"] = { ...NO_DEPENDENCIES, index: [], url: null };
let packed: Ask["dependencies"];
let ownTypescript: Ask["dependencies"];

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "fixgate-typecheck-page-"));
  await build({ outdir: path.join(folder, "engine") });
  await bundle({
    entryPoints: [path.join(import.meta.dirname, "page.ts")],
    bundle: true,
    format: "iife",
    outfile: path.join(folder, "page.js"),
    logLevel: "error",
  });
  fs.writeFileSync(
    path.join(folder, "index.html"),
    '<!doctype html><link rel="icon" href="data:,"><body><script src="page.js"></script>',
  );
  const pack = (name: string, roots: readonly string[]): Ask["dependencies"] => {
    const { dependencies, bytes } = dependenciesOf(modules, roots);
    fs.writeFileSync(path.join(folder, `${name}.pack`), bytes);
    const { files, ...rest } = dependencies;
    return { ...rest, index: files.index, url: `/${name}.pack` };
  };
  packed = pack("react", ["react", "@types/react"]);
  const typescript = pack("typescript", ["typescript"]);
  // The same bytes under another version's name: the client must then take the repository's, and say so.
  ownTypescript = { ...typescript, packages: typescript.packages.map((item) => ({ ...item, version: "6.0.3-own" })) };
  server = await serveFolder({ folder, headers: ISOLATED });
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(server.url);
}, 120_000);

afterAll(async () => {
  await browser.close();
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

function plain(files: FilesOf): PlainSnapshot {
  const { blobs, ...rest } = snapshotOf(files);
  return { ...rest, texts: Object.fromEntries([...blobs].map(([oid, bytes]) => [oid, Buffer.from(bytes).toString()])) };
}

const ask = (request: Ask): Promise<Answer> =>
  page.evaluate((input) => (globalThis as unknown as { ask: (input: Ask) => Promise<Answer> }).ask(input), request);

const CONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: "es2022",
    lib: ["es2022", "dom"],
    skipLibCheck: true,
    jsx: "react-jsx",
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
  },
  include: ["src"],
});
const GOOD: FilesOf = {
  "tsconfig.json": CONFIG,
  "src/badge.tsx":
    'import { useState } from "react";\nexport const Badge = ({ text }: { text: string }) => <b title={useState(text)[0]}>{text}</b>;\n',
};
const BAD: FilesOf = { ...GOOD, "src/use.tsx": 'import { Badge } from "./badge";\nexport const wrong = <Badge text={3} />;\n' };
const diagnostic = {
  path: "src/use.tsx",
  line: 2,
  column: 29,
  code: 2322,
  message: "Type 'number' is not assignable to type 'string'.",
};

describe("[TC-BROWSER] type check in a worker", { timeout: 90_000 }, () => {
  it("checks with our TypeScript, dependencies read from the Blob, and is quick for the next snapshot", async () => {
    const first = await ask({ kind: "typecheck", snapshot: plain(GOOD), dependencies: packed });
    expect(first.result).toMatchObject({
      ok: true,
      value: { applicable: true, typescript: { version: "6.0.3", from: "fixgate" }, diagnostics: [], unsupported: [] },
    });
    const second = await ask({ kind: "typecheck", snapshot: plain(BAD), dependencies: packed });
    expect(second.result).toMatchObject({ ok: true, value: { diagnostics: [diagnostic] } });
    const third = await ask({ kind: "typecheck", snapshot: plain(GOOD), dependencies: packed });
    expect(third.result).toMatchObject({ ok: true, value: { diagnostics: [] } });
    console.log(
      `type check in the browser: first ${first.ms.toFixed(0)} ms, edited ${second.ms.toFixed(0)} ms, back ${third.ms.toFixed(0)} ms`,
    );
    expect(second.ms).toBeLessThan(first.ms);
  });

  it("checks with the repository's own TypeScript, in an opaque-origin frame", async () => {
    const files: FilesOf = { "tsconfig.json": CONFIG, "src/a.ts": "export const n: number = 'x';\n" };
    const { result } = await ask({ kind: "typecheck", snapshot: plain(files), dependencies: ownTypescript });
    expect(result).toMatchObject({
      ok: true,
      value: { typescript: { version: "6.0.3", from: "repository" }, diagnostics: [{ path: "src/a.ts", code: 2322 }] },
    });
    expect(await page.evaluate(() => document.querySelector("iframe")?.getAttribute("sandbox"))).toBe("allow-scripts");
  });

  const hostile = (source: string): Ask["dependencies"] => ({
    ...NONE,
    digest: `sha256:${Buffer.from(source).toString("hex").slice(0, 64)}`,
    packages: [{ name: "typescript", version: "5.0.0", location: "node_modules/typescript", integrity: null }],
    index: [["node_modules/typescript/lib/typescript.js", 0, source.length]],
    text: source,
  });

  it("a TypeScript that reaches for the network gets none, and what it answers is no report", async () => {
    const leak = `${server.url}leak`;
    const source = `/* leak */ for (const go of [() => fetch("${leak}"), () => importScripts("${leak}"), () => new WebSocket("${leak}".replace("http", "ws")), () => { const x = new XMLHttpRequest(); x.open("GET", "${leak}"); x.send() }]) try { go() } catch {}
      self.postMessage("forged"); module.exports = { version: "5.0.0", createSemanticDiagnosticsBuilderProgram() {}, createDocumentRegistry() { return {} } };`;
    const { result } = await ask({ kind: "typecheck", snapshot: plain(GOOD), dependencies: hostile(source) });
    expect(result).toMatchObject({ ok: false, error: { kind: "lost" } });
    expect(server.requests.filter((url) => url.includes("leak"))).toEqual([]);
  });

  it("a TypeScript that never ends is ended, and the page goes on", async () => {
    const { result } = await ask({
      kind: "typecheck",
      snapshot: plain(GOOD),
      dependencies: hostile("/* endless */ for (;;);"),
      deadlineMs: 1500,
    });
    expect(result).toMatchObject({ ok: false, error: { kind: "lost", message: expect.stringContaining("1500 ms") as string } });
  });

  it("cancelled in the middle: said so, and the next one is answered", async () => {
    const cancelled = await ask({
      kind: "typecheck",
      snapshot: plain(BAD),
      dependencies: { ...packed, digest: "sha256:other" },
      cancelAfterMs: 1,
    });
    expect(cancelled.result).toEqual({ ok: false, error: { kind: "cancelled" } });
    const { result } = await ask({ kind: "typecheck", snapshot: plain(BAD), dependencies: packed });
    expect(result).toMatchObject({ ok: true, value: { diagnostics: [diagnostic] } });
  });
});

describe("[FMT-BROWSER] format in a worker", { timeout: 60_000 }, () => {
  it("asks Prettier with the repository's options", async () => {
    const files: FilesOf = {
      "package.json": JSON.stringify({ prettier: { semi: false } }, null, 2) + "\n",
      "a.ts": "export const a = 1\n",
      "b.ts": "export const b = 1;\n",
    };
    const { result } = await ask({ kind: "format", snapshot: plain(files), dependencies: NONE });
    expect(result).toEqual({
      ok: true,
      value: { formatter: { name: "Prettier", version: "3.10.1" }, unformatted: ["b.ts"], unsupported: [] },
    });
  });
});
