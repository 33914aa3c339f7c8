/** Chromium, through Playwright. */
import { launchBrowser } from "../harness/browser.ts";
import type { EngineOptions, RawEngine } from "./engine.ts";

export async function openChromium({ heapMb }: EngineOptions): Promise<RawEngine> {
  const browser = await launchBrowser(heapMb === undefined ? [] : [`--js-flags=--max-old-space-size=${String(heapMb)}`]);
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("crash", () => problems.push("the page crashed"));
  return {
    version: `Chromium ${browser.version()}`,
    problems,
    async open(url) {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate<string>(expression),
    close: () => browser.close(),
  };
}
