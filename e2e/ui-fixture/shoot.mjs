/**
 * Pictures of every scene, for the eye: `node e2e/ui-fixture/shoot.mjs <folder> [scene …] [--only 1440-light]`.
 * Builds the fixture into a temporary folder, serves it on a free loopback port, and ends both again.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { build, createServer, preview } from "vite";

const args = process.argv.slice(2);
const onlyAt = args.indexOf("--only");
const only = onlyAt === -1 ? null : args.splice(onlyAt, 2)[1];
const [folder, ...wanted] = args;
if (folder === undefined) throw new Error("usage: shoot.mjs <folder> [scene …] [--only <width>-<theme>]");
mkdirSync(folder, { recursive: true });

const outDir = mkdtempSync(join(tmpdir(), "fixgate-ui-"));
await build({
  publicDir: false,
  logLevel: "warn",
  build: { outDir, emptyOutDir: true, sourcemap: false, rollupOptions: { input: "e2e/ui-fixture/index.html" } },
});
const server = await preview({ preview: { port: 0, host: "127.0.0.1" }, build: { outDir } });
const address = server.httpServer.address();
const origin = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
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
try {
  const scenes = wanted.length > 0 ? wanted : await sceneNames();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ])
    for (const theme of ["light", "dark"]) {
      if (only !== null && only !== `${width}-${theme}`) continue;
      const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: "reduce" });
      const page = await context.newPage();
      page.on("pageerror", (error) => console.log(`page error: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning")
          console.log(`${message.type()}: ${message.text().slice(0, 300)}`);
      });
      page.on("request", (request) => {
        if (!request.url().startsWith(origin) && !/^(?:blob|data):/.test(request.url()))
          console.log(`left the page: ${request.url()}`);
      });
      for (const scene of scenes) {
        await page.goto(`${origin}/e2e/ui-fixture/index.html?scene=${scene}`, { waitUntil: "networkidle" });
        await page.waitForSelector("h1, .empty");
        if (width > 999 && (await page.$(".change")) !== null)
          await page.waitForSelector(".monaco-diff[data-ready] .view-line", { timeout: 60_000 });
        await page.waitForTimeout(scene.startsWith("run") ? 600 : 150);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (overflow > 0) console.log(`${scene} at ${width}: ${overflow}px too wide`);
        await page.screenshot({ path: join(folder, `${scene}-${width}-${theme}.png`), fullPage: width === 390 });
      }
      await context.close();
    }
} finally {
  await browser.close();
  await server.close();
  rmSync(outDir, { recursive: true });
}

async function sceneNames() {
  const loader = await createServer({
    server: { middlewareMode: true, watch: null, ws: false },
    logLevel: "warn",
    optimizeDeps: { noDiscovery: true },
  });
  const { SCENES } = await loader.ssrLoadModule("/e2e/ui-fixture/scenes.ts");
  await loader.close();
  return Object.keys(SCENES);
}
