/**
 * Chromium, through Playwright; what is asked of the page goes through a session with the page alone, since Playwright takes
 * a page for dead when a frame of it died that had a process of its own.
 */
import { launchBrowser } from "../harness/browser.ts";
import type { EngineOptions, RawEngine } from "./engine.ts";

export async function openChromium({ heapMb }: EngineOptions): Promise<RawEngine> {
  const browser = await launchBrowser(heapMb === undefined ? [] : [`--js-flags=--max-old-space-size=${String(heapMb)}`]);
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("Inspector.enable");
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  session.on("Inspector.targetCrashed", () => problems.push("the page crashed"));
  return {
    version: `Chromium ${browser.version()}`,
    problems,
    async open(url) {
      await page.goto(url);
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return String(result.value);
    },
    close: () => browser.close(),
  };
}
