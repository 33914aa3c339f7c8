/**
 * Pictures of every scene, for the eye: `node e2e/ui-fixture/shoot.mjs <folder> [scene …] [--only 1440-light]`.
 * Builds the fixture into a temporary folder, serves it on a free loopback port, and ends both again.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { build, createServer, preview } from "vite";

/** What has to be done before there is something to see: scene+act. */
const ACTS = {
  evidence: (page) => page.click('[data-testid="evidence-open"]'),
  publish: async (page) => {
    await page.click('[data-testid="publish-open"]');
    await page.check('[data-testid="token-keep"]');
  },
  palette: (page) => page.keyboard.press("Control+k"),
  form: async (page) => {
    await page.click('[data-testid="ticket-add"]');
    await page.click('[data-testid="ticket-submit"]');
  },
  source: (page) => page.click(".ticket-head .place"),
  models: (page) => page.click('[data-testid="header-models"]'),
  jump: (page) => page.click('[data-testid="gate-typecheck"] .finding .place'),
  plain: (page) => page.click(".change-bar >> text=plain"),
  split: (page) => page.click(".change-bar >> text=side by side"),
  change: (page) => page.click('[role="tab"] >> text=Change'),
  roles: (page) => page.click('[role="tab"] >> text=Roles'),
  // A file that never arrives: the drop stays under way.
  drop: async (page) => {
    await page.evaluate(() => {
      const { document, Event } = globalThis;
      const entry = { isFile: true, isDirectory: false, fullPath: "/lockbox/a.ts", name: "a.ts", file: () => undefined };
      const event = new Event("drop", { bubbles: true, cancelable: true });
      Object.assign(event, { dataTransfer: { items: [{ webkitGetAsEntry: () => entry }], types: ["Files"] } });
      document.querySelector('[data-testid="open-drop"]')?.dispatchEvent(event);
    });
    await page.getByTestId("drop-stop").scrollIntoViewIfNeeded();
  },
  token: (page) => page.click("text=Private repository"),
  tokens: (page) => page.locator("#set-tokens").scrollIntoViewIfNeeded(),
  check: (page) => page.click('[data-testid="checks-run"]'),
  probe: (page) => page.click('[data-testid="probe-model"]'),
  files: (page) => page.click('[data-testid="file-list"]'),
};

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
      for (const shot of scenes) {
        const [scene, act] = shot.split("+");
        await page.goto(`${origin}/e2e/ui-fixture/index.html?scene=${scene}`, { waitUntil: "networkidle" });
        await page.waitForSelector("h1, .empty");
        if (width > 999 && (await page.$(".change")) !== null)
          await page.waitForSelector(".monaco-diff[data-ready] .view-line", { timeout: 60_000 });
        if (act !== undefined) await ACTS[act](page);
        await page.waitForTimeout(scene.startsWith("run") ? 600 : 150);
        const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        if (overflow > 0) console.log(`${shot} at ${width}: ${overflow}px too wide`);
        await page.screenshot({
          path: join(folder, `${shot}-${width}-${theme}.png`),
          fullPage: width === 390 && act === undefined,
        });
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
