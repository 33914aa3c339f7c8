/** The store's contract over IndexedDB in a real Chromium, and over the maps that unit tests use in its place. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STORE_RULES } from "../../../src/adapters/storage/store.contract.ts";
import { memoryStore } from "../../../src/app/memory-store.fixture.ts";
import { temporaryFolder } from "../../servers/git-repository.ts";
import { launchChromium, serveFolder, type StaticServer } from "../browser.ts";
import type { StorePage } from "./page.ts";

const site = temporaryFolder();
let server: StaticServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, "page.ts")],
    bundle: true,
    format: "iife",
    outfile: join(site.path, "page.js"),
    logLevel: "error",
  });
  writeFileSync(
    join(site.path, "index.html"),
    '<!doctype html><link rel="icon" href="data:,"><body><script src="page.js"></script>',
  );
  server = await serveFolder({ folder: site.path, headers: {} });
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(server.url);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await server.close();
  site.remove();
});

const RULES = STORE_RULES.map((rule) => [rule.id, rule.title, rule] as const);

describe("[ST] IndexedDB", () => {
  it.each(RULES)("%s: %s", async (id) => {
    expect(await page.evaluate((rule) => (globalThis as unknown as { page: StorePage }).page.rule(rule), id)).toBeNull();
  });
});

describe("[ST] maps", () => {
  it.each(RULES)("%s: %s", async (_id, _title, rule) => {
    const store = memoryStore();
    await rule.check(store, () => Promise.resolve(store));
  });
});
