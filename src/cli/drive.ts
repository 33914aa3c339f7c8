/**
 * Drives the built app in a local headless Chromium: the same page a person would see, asked through the object it
 * exposes for that (`window.fixgate`). What is reported is read from the app's state, never worked out here.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Browser, type Page } from "playwright-core";
import type { AppState, Fixgate, Settings } from "../app/fixgate.ts";
import type { IntegrationView } from "../app/integrate.ts";
import type { RunView } from "../core/run/index.ts";
import { chromiumArguments } from "./chromium.ts";
import { narrate, type Line, type Told } from "./narrate.ts";

export interface DrivenApp {
  readonly page: Page;
  state(): Promise<AppState>;
  openDemo(name: string): Promise<void>;
  openUrl(url: string, token: string | null): Promise<void>;
  /** A zip, a tar.gz or a git bundle; which of them, its name says. */
  openArchive(name: string, bytes: Uint8Array): Promise<void>;
  updateSettings(change: Partial<Settings>): Promise<void>;
  useScript(json: Uint8Array): Promise<void>;
  useDependencies(pack: Uint8Array): Promise<void>;
  /** Resolves when the repository and its dependencies are ready; rejects with the app's own message. */
  waitUntilReady(deadlineMs: number): Promise<Extract<AppState["repository"], { kind: "open" }>>;
  /** Resolves when the run has ended, whatever its end. */
  runTicket(
    ticket: string,
    options: { readonly deadlineMs: number; readonly say: (text: string, event: Line["event"]) => void },
  ): Promise<RunView>;
  /** All tickets with a green test of their own on one tree; resolves when that has ended, whatever its end. */
  integrate(options: { readonly deadlineMs: number; readonly say: (text: string) => void }): Promise<Integrated>;
  artifacts(run: string): Promise<{ readonly name: string; readonly bytes: Buffer }[]>;
  close(): Promise<void>;
}

export interface Integrated {
  readonly view: Omit<IntegrationView, "artifacts">;
  readonly artifacts: readonly { readonly name: string; readonly bytes: Buffer }[];
}

type AppWindow = { readonly fixgate: Fixgate; driverError?: string };

const POLL_MS = 200;

/** One turn at a time until the deadline has passed. */
async function* looks(deadlineMs: number): AsyncGenerator<void> {
  for (const until = Date.now() + deadlineMs; Date.now() < until;) {
    yield;
    await sleep(POLL_MS);
  }
}

export async function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: chromiumArguments(), headless: true });
}

/** One app in a context of its own: nothing is left over from another run. */
export async function openApp(browser: Browser, url: string): Promise<DrivenApp> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(url);
  try {
    await page.waitForFunction(() => "fixgate" in window, undefined, { timeout: 30_000 });
  } catch {
    await context.close();
    throw new Error(`the app did not start at ${url}${errors.length > 0 ? `: ${errors.join("; ")}` : ""}`);
  }
  const state = () => page.evaluate(() => (window as unknown as AppWindow).fixgate.state());
  const failure = () => page.evaluate(() => (window as unknown as AppWindow).driverError ?? null);

  return {
    page,
    state,
    openDemo: (name) => page.evaluate((demo) => (window as unknown as AppWindow).fixgate.openDemo(demo), name),
    openUrl: (repository, token) =>
      page.evaluate(
        ([to, secret]) => (window as unknown as AppWindow).fixgate.openUrl(to, secret === null ? {} : { token: secret }),
        [repository, token] as const,
      ),
    async openArchive(name, bytes) {
      await page.evaluate(
        async ([called, base64]) =>
          (window as unknown as AppWindow).fixgate.openArchive(called, await (await fetch(`data:;base64,${base64}`)).blob()),
        [name, Buffer.from(bytes).toString("base64")] as const,
      );
    },
    updateSettings: (change) =>
      page.evaluate((settings) => (window as unknown as AppWindow).fixgate.updateSettings(settings), change),
    async useScript(json) {
      await page.evaluate(
        (text) => (window as unknown as AppWindow).fixgate.useScript(new Blob([text])),
        Buffer.from(json).toString("utf8"),
      );
      const { notice } = await state();
      if (notice?.kind === "error") throw new Error(`${notice.message} ${notice.advice}`);
    },
    useDependencies: (pack) =>
      page.evaluate(async (base64) => {
        (window as unknown as AppWindow).fixgate.useDependencyArchive(await (await fetch(`data:;base64,${base64}`)).blob());
      }, Buffer.from(pack).toString("base64")),
    async waitUntilReady(deadlineMs) {
      for await (const _ of looks(deadlineMs)) {
        const { repository, notice } = await state();
        if (repository.kind === "failed") {
          const { error } = repository;
          throw new Error(error.kind === "cancelled" ? "opening was cancelled" : `${error.message} ${error.advice}`);
        }
        if (repository.kind === "none" && notice?.kind === "error") throw new Error(`${notice.message} ${notice.advice}`);
        if (repository.kind !== "open") continue;
        if (repository.dependencies.kind === "ready") return repository;
        if (repository.dependencies.kind === "failed") {
          const { error } = repository.dependencies;
          throw new Error(error.kind === "cancelled" ? "installing was cancelled" : `${error.message} ${error.advice}`);
        }
      }
      throw new Error(`the repository was not ready after ${String(deadlineMs / 1000)} s`);
    },
    async runTicket(ticket, { deadlineMs, say }) {
      const before = (await state()).run?.id ?? null;
      await page.evaluate((id) => {
        const app = window as unknown as AppWindow;
        delete app.driverError;
        app.fixgate.startRun(id as Parameters<Fixgate["startRun"]>[0]).catch((error: unknown) => {
          app.driverError = error instanceof Error ? (error.stack ?? error.message) : String(error);
        });
      }, ticket);
      const told: Told = { attempts: [] };
      for await (const _ of looks(deadlineMs)) {
        const { run, running, notice } = await state();
        const started = run !== null && run.id !== before && run.subject.ticket.id === ticket;
        if (started) for (const { text, event } of narrate(told, run)) say(text, event);
        if (started && run.end !== null && !running) return run;
        const broken = await failure();
        if (broken !== null) throw new Error(`the app failed while it ran ${ticket}: ${broken}`);
        if (!started && !running && notice?.kind === "error") throw new Error(`${notice.message} ${notice.advice}`);
      }
      await page.evaluate(() => {
        (window as unknown as AppWindow).fixgate.cancelRun();
      });
      throw new Error(`${ticket} had not ended after ${String(deadlineMs / 1000)} s and was cancelled`);
    },
    async integrate({ deadlineMs, say }) {
      await page.evaluate(() => {
        const app = window as unknown as AppWindow;
        delete app.driverError;
        app.fixgate.startIntegration().catch((error: unknown) => {
          app.driverError = error instanceof Error ? (error.stack ?? error.message) : String(error);
        });
      });
      const look = () =>
        page.evaluate(() => {
          const { integration, running, notice } = (window as unknown as AppWindow).fixgate.state();
          if (integration === null) return { view: null, artifacts: [], running, notice };
          const { artifacts, ...view } = integration;
          return {
            view,
            artifacts: artifacts.map(({ name, bytes }) => ({ name, text: new TextDecoder().decode(bytes) })),
            running,
            notice,
          };
        });
      let step: string | null = null;
      for await (const _ of looks(deadlineMs)) {
        const { view, artifacts, running, notice } = await look();
        if (view?.step != null && view.step !== step) say(`  ${view.step}`);
        step = view?.step ?? step;
        if (view?.end != null && !running)
          return { view, artifacts: artifacts.map(({ name, text }) => ({ name, bytes: Buffer.from(text) })) };
        const broken = await failure();
        if (broken !== null) throw new Error(`the app failed while it put the tickets together: ${broken}`);
        if (view === null && !running && notice?.kind === "error") throw new Error(`${notice.message} ${notice.advice}`);
      }
      await page.evaluate(() => {
        (window as unknown as AppWindow).fixgate.cancelRun();
      });
      throw new Error(`the integration had not ended after ${String(deadlineMs / 1000)} s and was cancelled`);
    },
    async artifacts(run) {
      const found = await page.evaluate(async (id) => {
        const artifacts = await (window as unknown as AppWindow).fixgate.artifacts(id as Parameters<Fixgate["artifacts"]>[0]);
        return artifacts.map(({ name, bytes }) => {
          let binary = "";
          for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
          return { name, base64: btoa(binary) };
        });
      }, run);
      return found.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, "base64") }));
    },
    close: () => context.close(),
  };
}
