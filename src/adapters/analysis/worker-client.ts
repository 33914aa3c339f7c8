/**
 * One call at a time in a worker that stays warm between calls: to read TypeScript's source anew costs seconds on a small
 * machine. Whatever a hostile pattern or file makes it do, a deadline ends it, and what was asked says so; a worker that was
 * cancelled, timed out or lost is ended and never asked again.
 */
import { releaseProxy, wrap, type Remote } from "comlink";
import type { AnalysisError } from "../../app/ports/index.ts";
import { err, type Result } from "../../core/result.ts";
import type { AnalysisWorkerApi } from "../../protocol/analysis.ts";

export type AskAnalysis = <T>(
  signal: AbortSignal,
  what: string,
  ask: (api: Remote<AnalysisWorkerApi>) => Promise<Result<T, never>>,
) => Promise<Result<T, AnalysisError>>;

interface Warm {
  readonly worker: Worker;
  readonly api: Remote<AnalysisWorkerApi>;
}

export function createAsk(start: () => Worker, deadlineMs = 180_000): AskAnalysis {
  let idle: Warm | null = null;
  function take(): Warm {
    const warm = idle;
    idle = null;
    if (warm) return warm;
    const worker = start();
    return { worker, api: wrap<AnalysisWorkerApi>(worker) };
  }
  function end({ worker, api }: Warm): void {
    api[releaseProxy]();
    worker.terminate();
  }

  return async (signal, what, ask) => {
    if (signal.aborted) return err({ kind: "cancelled" });
    const warm = take();
    const { worker, api } = warm;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cancel: (() => void) | undefined;
    const ended = new Promise<Result<never, AnalysisError>>((resolve) => {
      const lost = (message: string): void => {
        resolve(
          err({ kind: "lost", message: `${what}: ${message}`, advice: "Run the ticket again; if it happens again, report it." }),
        );
      };
      cancel = () => {
        resolve(err({ kind: "cancelled" }));
      };
      signal.addEventListener("abort", cancel, { once: true });
      worker.onerror = (event) => {
        lost(event.message === "" ? "the analysis worker could not be started" : event.message);
      };
      worker.onmessageerror = () => {
        lost("an answer that can't be read");
      };
      timer = setTimeout(() => {
        lost(`not done after ${String(Math.round(deadlineMs / 1000))} s`);
      }, deadlineMs);
    });
    const outcome = { answered: false };
    try {
      const answer = ask(api).then((result) => {
        outcome.answered = true;
        return result;
      });
      return await Promise.race([answer, ended]);
    } catch (error) {
      return err({
        kind: "lost",
        message: `${what}: ${error instanceof Error ? error.message : String(error)}`,
        advice: "This is a bug of ours; please report it.",
      });
    } finally {
      clearTimeout(timer);
      if (cancel) signal.removeEventListener("abort", cancel);
      if (outcome.answered && idle === null) idle = warm;
      else end(warm);
    }
  };
}
