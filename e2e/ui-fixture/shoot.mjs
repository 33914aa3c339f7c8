/**
 * Pictures of every scene, for the eye: `node e2e/ui-fixture/shoot.mjs <folder> [scene …] [--only 1440-light]`.
 * Serves the fixture with Vite on a free loopback port and ends it again.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { createServer } from "vite";

const args = process.argv.slice(2);
const onlyAt = args.indexOf("--only");
const only = onlyAt === -1 ? null : args.splice(onlyAt, 2)[1];
const [folder, ...wanted] = args;
if (folder === undefined) throw new Error("usage: shoot.mjs <folder> [scene …] [--only <width>-<theme>]");
mkdirSync(folder, { recursive: true });

const server = await createServer({
  server: { port: 0, host: "127.0.0.1", hmr: false, watch: null },
  logLevel: "warn",
  cacheDir: "node_modules/.vite-ui-fixture",
});
await server.listen();
const address = server.httpServer?.address();
const origin = `http://127.0.0.1:${address !== null && typeof address === "object" ? address?.port : 0}`;
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
  const scenes = wanted.length > 0 ? wanted : Object.keys((await server.ssrLoadModule("/e2e/ui-fixture/scenes.ts")).SCENES);
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
      for (const scene of scenes) {
        await page.goto(`${origin}/e2e/ui-fixture/index.html?scene=${scene}`, { waitUntil: "networkidle" });
        await page.waitForSelector("h1, .empty");
        await page.waitForTimeout(scene.startsWith("run") ? 900 : 150);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (overflow > 0) console.log(`${scene} at ${width}: ${overflow}px too wide`);
        await page.screenshot({ path: join(folder, `${scene}-${width}-${theme}.png`), fullPage: width === 390 });
      }
      await context.close();
    }
} finally {
  await browser.close();
  await server.close();
}
