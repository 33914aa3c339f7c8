import type { Browser, Page } from "playwright-core";

export const root: string;
export interface HarnessServer {
  readonly url: string;
  readonly memory: Map<string, Buffer | string>;
  close(): void;
}
export function harnessServer(options?: {
  readonly isolated?: boolean;
  readonly memory?: Map<string, Buffer>;
}): Promise<HarnessServer>;
export function launchChromium(): Promise<Browser>;
export function openHarness(browser: Browser, url: string): Promise<Page>;
