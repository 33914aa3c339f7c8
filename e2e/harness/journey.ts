/**
 * What a journey holds: a fresh context of the shared browser, the app's address, everything that was requested, and what
 * went wrong on the page. Closing it fails on an uncaught error that the journey did not expect.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import type { AppState, Fixgate } from "../../src/app/fixgate.ts";
import { startRecordingProxy, type RecordedRequest } from "./recording-proxy.ts";

export interface Journey {
  readonly page: Page;
  readonly context: BrowserContext;
  /** "http://localhost:1234/". */
  readonly appUrl: string;
  readonly requests: readonly RecordedRequest[];
  /** Uncaught errors of the page and its workers, and console errors. */
  readonly problems: string[];
  /** Each line that the page or a worker wrote to the console, of whatever level. */
  readonly logged: readonly string[];
  /** Opens the app, `search` being the query ("?repo=…"), and waits until it can be asked. */
  open(search?: string): Promise<void>;
  state(): Promise<AppState>;
  /** Polls the app's state until it satisfies; fails with what the state was. */
  until<T>(what: string, look: (state: AppState) => T | null | undefined | false, deadlineMs?: number): Promise<T>;
  /** Calls the app's own object in the page. The function travels as text: it must not close over anything. */
  ask<A, R>(call: (fixgate: Fixgate, argument: A) => R, argument: A): Promise<Awaited<R>>;
  screenshot(name: string): Promise<string>;
  /** Hosts, other than the app's own, that anything in this context asked for. */
  foreignHosts(): string[];
}

let shared: Promise<Browser> | null = null;

export async function startJourney(
  options: {
    readonly viewport?: { readonly width: number; readonly height: number };
    /** Another server of the app than the one that all journeys share. */
    readonly appUrl?: string;
  } = {},
): Promise<Journey> {
  const appUrl = options.appUrl ?? inject("appUrl");
  shared ??= chromium.connect(inject("browserEndpoint"));
  const proxy = await startRecordingProxy();
  const browser = await shared;
  const context = await browser.newContext({
    proxy: { server: proxy.url },
    viewport: options.viewport ?? { width: 1360, height: 860 },
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  const logged: string[] = [];
  context.on("weberror", (error) => problems.push(error.error().message));
  context.on("console", (message) => {
    logged.push(message.text());
    if (message.type() === "error") problems.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    await proxy.close();
  });

  const state = () => page.evaluate(() => (window as unknown as { fixgate: Fixgate }).fixgate.state());
  return {
    page,
    context,
    appUrl,
    requests: proxy.requests,
    problems,
    logged,
    async open(search = "") {
      await page.goto(appUrl + search);
      await page
        .waitForFunction(() => "fixgate" in window, undefined, { timeout: 30_000 })
        .catch((error: unknown) => {
          throw new Error(`the app did not start: ${problems.join("; ") || String(error)}`);
        });
    },
    state,
    async until(what, look, deadlineMs = 60_000) {
      const until = Date.now() + deadlineMs;
      for (;;) {
        const now = await state();
        const found = look(now);
        if (found !== null && found !== undefined && found !== false) return found;
        if (Date.now() > until)
          throw new Error(
            `${what}: not after ${String(deadlineMs)} ms; the state was ${describe(now)}; problems: ${problems.join("; ") || "none"}`,
          );
        await page.waitForTimeout(100);
      }
    },
    async ask(call, argument) {
      const handle = await page.evaluateHandle(() => (window as unknown as { fixgate: Fixgate }).fixgate);
      return handle.evaluate(call as never, argument) as never;
    },
    async screenshot(name) {
      const folder = join(import.meta.dirname, "../../.cache/screenshots");
      mkdirSync(folder, { recursive: true });
      const path = join(folder, `${name}.png`);
      await page.screenshot({ path });
      return path;
    },
    foreignHosts: () =>
      [...new Set(proxy.requests.map((request) => request.host))].filter((host) => host !== new URL(appUrl).host).sort(),
  };
}

function describe(state: AppState): string {
  const { repository, run, running, notice } = state;
  return JSON.stringify({
    repository: repository.kind === "open" ? { kind: repository.kind, dependencies: repository.dependencies } : repository,
    run: run === null ? null : { step: run.step, end: run.end, attempts: run.attempts.length },
    running,
    notice,
  });
}
