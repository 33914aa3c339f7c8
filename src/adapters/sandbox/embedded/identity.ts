/** The engine's name for receipts: what ran the tests is a browser, and which one matters. */
export function engineName(userAgent: string): string {
  const firefox = /Firefox\/(\d+)/.exec(userAgent)?.[1];
  if (firefox !== undefined) return `Firefox ${firefox}`;
  const chromium = /(?:Chrome|Chromium)\/(\d+)/.exec(userAgent)?.[1];
  if (chromium !== undefined) return `Chromium ${chromium}`;
  const webkit = /AppleWebKit\/(\d+(?:\.\d+)?)/.exec(userAgent)?.[1];
  return webkit === undefined ? "an unknown browser" : `WebKit ${/Version\/(\d+(?:\.\d+)?)/.exec(userAgent)?.[1] ?? webkit}`;
}
