/** A Chromium for journeys. One that can't be found fails the run: a journey is never skipped for want of a browser. */
import { chromium, type Browser, type BrowserServer } from "playwright-core";
import { chromiumArguments, ensureChromium } from "../../src/cli/chromium.ts";

/**
 * What a browser asks of its maker by itself: it would stand in the record of a journey as if the page had asked. Of two such
 * arguments only the last counts, so those of Playwright's own that matter here are said again.
 */
const SILENT =
  "--disable-features=AutofillServerCommunication,AvoidCorsURLLoaderRestartOnRedirect,AimEnabled,DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning";

function executable(): string {
  const found = ensureChromium((line) => {
    console.error(line);
  });
  if (!found.ok) throw new Error(`${found.error.message} ${found.error.advice}`);
  return found.value;
}

export function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: executable(), args: [...chromiumArguments(), SILENT], headless: true });
}

/** A browser of one's own, for a test or a bench that runs outside of the journeys' setup. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: executable(), args: [...chromiumArguments(), SILENT, ...args], headless: true });
}
