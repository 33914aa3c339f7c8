/** Builds the harness page once and opens it in a browser. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

export async function harnessServer({ isolated = true, memory = new Map() } = {}) {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), "fixgate-harness-"));
  await build({
    entryPoints: [path.join(root, "e2e/sandbox/harness-page.ts")],
    bundle: true,
    format: "esm",
    outfile: path.join(out, "harness.js"),
    logLevel: "warning",
    target: "es2022",
  });
  fs.writeFileSync(
    path.join(out, "index.html"),
    '<!doctype html><meta charset="utf-8"><title>harness</title><link rel="icon" href="data:,"><body><script type="module" src="harness.js"></script>',
  );
  memory.set("/", fs.readFileSync(path.join(out, "index.html")));
  const server = await serve({ folders: [out, path.join(root, "public")], memory, isolated });
  return {
    ...server,
    close: () => {
      server.close();
      fs.rmSync(out, { recursive: true, force: true });
    },
  };
}

export function launchChromium() {
  return chromium.launch({
    executablePath: process.env.FIXGATE_CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--no-first-run",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export async function openHarness(browser, url) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(`[page error] ${error.message}`));
  page.on("console", (message) => {
    if (process.env.VERBOSE || message.type() === "error") console.error(`[page] ${message.text().slice(0, 500)}`);
  });
  await page.goto(url);
  await page.waitForFunction(() => window.harnessReady === true);
  return page;
}
