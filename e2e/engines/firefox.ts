/** Firefox, through puppeteer-core over WebDriver BiDi. */
import puppeteer from "puppeteer-core";
import type { RawEngine } from "./engine.ts";
import { ensureFirefox } from "./installed.ts";

const START_MS = 180_000;

export async function openFirefox(): Promise<RawEngine> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: ensureFirefox(),
    headless: true,
    // These end what hangs; a start on a busy machine and a suite may take their time.
    timeout: START_MS,
    protocolTimeout: 600_000,
    extraPrefsFirefox: {
      // Whatever this browser would ask of the world by itself meets a closed door; loopback goes past the proxy.
      "network.proxy.type": 1,
      "network.proxy.http": "127.0.0.1",
      "network.proxy.http_port": 9,
      "network.proxy.ssl": "127.0.0.1",
      "network.proxy.ssl_port": 9,
    },
  });
  const page = await browser.newPage();
  page.setDefaultNavigationTimeout(START_MS);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  return {
    version: (await browser.version()).replace("/", " "),
    problems,
    async open(url) {
      // Puppeteer waits for every frame it knows of, and does not always hear that one went with the page before: what counts
      // is that the page itself has loaded.
      const loaded = new Promise((resolve) => page.once("load", resolve));
      const opened = page.goto(url);
      opened.catch(() => undefined);
      await Promise.race([opened, loaded]);
    },
    evaluate: async (expression) => String(await page.evaluate(expression)),
    close: () => browser.close(),
  };
}
