/** A Chromium for journeys. One that can't be found fails the run: a journey is never skipped for want of a browser. */
import { chromium, type Browser, type BrowserServer } from "playwright-core";
import { chromiumArguments, ensureChromium } from "../../src/cli/chromium.ts";

function executable(): string {
  const found = ensureChromium((line) => {
    console.error(line);
  });
  if (!found.ok) throw new Error(`${found.error.message} ${found.error.advice}`);
  return found.value;
}

export function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: executable(), args: chromiumArguments(), headless: true });
}

/** A browser of one's own, for a test or a bench that runs outside of the journeys' setup. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: executable(), args: [...chromiumArguments(), ...args], headless: true });
}
