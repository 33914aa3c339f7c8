/**
 * The page's end of an agent: one disposable worker a turn. What is pending is settled on every way that a worker can
 * go: an answer, an error, an unreadable message, a deadline, cancellation. To cancel is to terminate, and to abort the
 * generation that the worker was waiting for.
 */
import { expose, proxy, releaseProxy, transfer, wrap } from "comlink";
import type { AgentError, AgentOutcome, AgentRunner } from "../../app/ports/index.ts";
import { err, type Result } from "../../core/result.ts";
import type { AgentApi, ModelPort } from "../../protocol/agent-run.ts";

export interface AgentRunnerOptions {
  /** A fresh worker of workers/agent/agent.ts. */
  readonly worker: () => Worker;
  /** Milliseconds for one turn with its retries. */
  readonly deadlineMs?: number;
}

const HALF_AN_HOUR = 30 * 60_000;

export function createAgentRunner({ worker: start, deadlineMs = HALF_AN_HOUR }: AgentRunnerOptions): AgentRunner {
  return {
    async run({ attempt, brief, workspace, model, signal, onText, onReply }) {
      if (signal.aborted) {
        workspace.close();
        return err({ kind: "cancelled" });
      }
      const worker = start();
      const turn = new AbortController();
      const channel = new MessageChannel();
      const held: ModelPort = {
        generate: (request) => model.generate(request, { signal: turn.signal, onText }),
        countTokens: (text) => model.countTokens(text),
      };
      expose(held, channel.port1);
      const api = wrap<AgentApi>(worker);
      let end: (result: Result<AgentOutcome, AgentError>) => void = () => undefined;
      const gone = new Promise<Result<AgentOutcome, AgentError>>((resolve) => {
        end = resolve;
      });
      const lost = (message: string) => {
        end(err({ kind: "lost", message, advice: "Run the ticket again; if it happens again, reload the page." }));
      };
      worker.onerror = (event) => {
        lost(`the ${brief.role}'s worker failed: ${event.message === "" ? "it could not be started" : event.message}`);
      };
      worker.onmessageerror = () => {
        lost(`the ${brief.role}'s worker sent a message that can't be read`);
      };
      const cancel = () => {
        end(err({ kind: "cancelled" }));
      };
      signal.addEventListener("abort", cancel, { once: true });
      const timer = setTimeout(() => {
        lost(`the ${brief.role} was not done after ${String(Math.round(deadlineMs / 1000))} seconds`);
      }, deadlineMs);
      try {
        const ports = transfer({ workspace, model: channel.port2 }, [workspace, channel.port2]);
        // A reply that arrives after the end belongs to nobody.
        const listener = proxy((reply: Parameters<typeof onReply>[0]) => {
          if (!turn.signal.aborted) onReply(reply);
        });
        const ran = api
          .run({ attempt, brief, capabilities: model.capabilities }, ports, listener)
          .catch((error: unknown): Result<AgentOutcome, AgentError> => {
            const message = error instanceof Error ? error.message : String(error);
            return err({ kind: "lost", message: `the ${brief.role}'s worker failed: ${message}`, advice: "Run the ticket again." });
          });
        return await Promise.race([ran, gone]);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", cancel);
        turn.abort();
        api[releaseProxy]();
        worker.terminate();
        channel.port1.close();
      }
    },
  };
}
