/** Serves the page under test, the built engine and the demos' packs, with the headers that the app is served with. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { embedderPolicyFor } from "../../src/cli/static-server.ts";
import { packRepository } from "../sandbox/folder.mjs";
import { serve } from "../sandbox/server.mjs";

const ROOT = path.join(import.meta.dirname, "../..");

/** The sandbox's own page with a way in: whoever got that far has the document itself. */
const WAY_IN =
  '<script>addEventListener("message", ({ data }) => { if (data.kind === "run") (0, eval)(data.expression).then((outcomes) => parent.postMessage({ kind: "outcomes", outcomes }, "*")); }); addEventListener("DOMContentLoaded", () => { document.body || document.documentElement.append(document.createElement("body")); parent.postMessage({ kind: "broken into" }, "*"); });</script>';

export interface PageServer {
  readonly url: string;
  close(): void;
}

export async function servePage(): Promise<PageServer> {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), "fixgate-engines-"));
  await build({
    entryPoints: [path.join(ROOT, "e2e/engines/page.ts")],
    bundle: true,
    format: "esm",
    outfile: path.join(out, "page.js"),
    logLevel: "warning",
    target: "es2022",
  });
  const memory = new Map<string, Buffer | string>([
    [
      "/",
      '<!doctype html><meta charset="utf-8"><title>engines</title><link rel="icon" href="data:,"><body><script type="module" src="page.js"></script>',
    ],
    ["/engine/broken-into.html", fs.readFileSync(path.join(ROOT, "public/engine/sandbox.html"), "utf8") + WAY_IN],
    ...DEMOS.map((name) => [`/packs/${name}.snapshot.pack`, packRepository(demoFolder(name))] as const),
  ]);
  const server = await serve({ folders: [out, path.join(ROOT, "public")], memory, isolated: embedderPolicyFor });
  return {
    url: server.url,
    close() {
      server.close();
      fs.rmSync(out, { recursive: true, force: true });
    },
  };
}

export const DEMOS = ["lockbox", "advisory-board"] as const;
export const demoFolder = (name: string): string => path.join(ROOT, "public/demos", name, "repo");
