/**
 * One small driver over three browser engines. The pages under test are the same in all of them, so what is asked here is
 * only what all can do: open an address, run a function there, close. Prevents a suite that passes in one engine because
 * it was written for that one's driver.
 */
import { openChromium } from "./chromium.ts";
import { openFirefox } from "./firefox.ts";
import { openWebKit } from "./webkit.ts";

export const ENGINES = ["chromium", "firefox", "webkit"] as const;
export type EngineName = (typeof ENGINES)[number];

export interface Engine {
  /** As the browser names itself, with its version. */
  readonly version: string;
  open(url: string): Promise<void>;
  /**
   * Runs a function in the page and waits for what it promises. It crosses as source text, and its argument and its
   * result as JSON: it sees nothing of what stands around it here.
   */
  ask<A, R>(run: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
  /** What the pages have complained of since the start, where the engine tells. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/** What a driver of one engine must do; source text in, JSON text out. */
export interface RawEngine extends Omit<Engine, "ask"> {
  /** Evaluates an expression that promises a string. */
  evaluate(expression: string): Promise<string>;
}

export interface EngineOptions {
  /** A worker may fill this much of its heap, where the engine can be told so: a memory bomb then needs no gigabytes. */
  readonly heapMb?: number;
}

export async function openEngine(name: EngineName, options: EngineOptions = {}): Promise<Engine> {
  const raw = await { chromium: openChromium, firefox: openFirefox, webkit: openWebKit }[name](options);
  return {
    version: raw.version,
    problems: raw.problems,
    open: (url) => raw.open(url),
    close: () => raw.close(),
    async ask(run, argument) {
      const given = argument === undefined ? "undefined" : JSON.stringify(argument);
      const text = await raw.evaluate(
        `(async () => { try { return JSON.stringify({ value: await (${String(run)})(${given}) }); } catch (error) { return JSON.stringify({ error: String(error) + "\\n" + (error?.stack ?? "") }); } })()`,
      );
      const answer = JSON.parse(text) as { readonly value?: unknown; readonly error?: string };
      if (answer.error !== undefined) throw new Error(`in ${name}: ${answer.error}`);
      return answer.value as never;
    },
  };
}

/** Repeats a question until the answer is neither null nor false. */
export async function until<A, R>(
  engine: Engine,
  what: string,
  run: (argument: A) => R | Promise<R>,
  argument: A,
  deadlineMs: number,
): Promise<Exclude<R, null | false>> {
  for (const end = Date.now() + deadlineMs; ;) {
    const answer = await engine.ask(run, argument);
    if (answer !== null && answer !== false) return answer as Exclude<R, null | false>;
    if (Date.now() > end)
      throw new Error(`${what}: not after ${String(deadlineMs)} ms; ${engine.problems.join("; ") || "no problems"}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
