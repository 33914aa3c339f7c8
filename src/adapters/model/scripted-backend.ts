/**
 * Replies that were written in advance, given as a model would give them: token by token, with real turns between, so
 * that progress and cancelling are what they are with a real one. Its identity says "scripted" wherever a model is named.
 */
import type { GenerateRequest, Generation, ModelBackend, ModelError, ScriptedReplies } from "../../app/ports/index.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { GENEROUS_LIMITS, pause, type GenerationLimits } from "./turns.ts";

export interface ScriptedOptions {
  readonly replies: ScriptedReplies;
  /** Shown and put on the receipt. */
  readonly name?: string;
  /** Milliseconds between chunks. */
  readonly turnMs?: number;
  /** Turns in which a reply is given, whatever its length. */
  readonly turns?: number;
  readonly limits?: Partial<GenerationLimits>;
  /** Milliseconds since some start, for the durations that are shown. */
  readonly now?: () => number;
}

/** A token in the sense of the budgets: a word with the space before it, a mark, a run of white space. */
const TOKEN = /\s?[A-Za-z0-9_]{1,8}|\s+|[^\sA-Za-z0-9_]/g;

const MAX_TOKENS = 400_000;

export function createScriptedBackend({
  replies,
  name = "scripted replies",
  turnMs = 4,
  turns = 24,
  limits = {},
  now = () => performance.now(),
}: ScriptedOptions): ModelBackend {
  const { totalMs } = { ...GENEROUS_LIMITS, ...limits };
  return {
    identity: { backend: "scripted", model: name, version: "1" },
    capabilities: { grammar: "none", seed: false, contextTokens: 16_384 },
    probe: () =>
      Promise.resolve({ usable: true, reason: "Replies written in advance. What judges them is real.", downloadBytes: 0 }),
    load({ signal, onProgress }) {
      if (signal.aborted) return Promise.resolve(err({ kind: "cancelled" }));
      onProgress({ phase: "load", fraction: 1, text: "scripted replies need no weights" });
      return Promise.resolve(ok(undefined));
    },
    async generate(request, { signal, onText }): Promise<Result<Generation, ModelError>> {
      const { ticket, role, attempt, retry } = request.purpose;
      if (signal.aborted) return err({ kind: "cancelled" });
      const text = replies(ticket, role, attempt, retry) ?? (retry > 0 ? replies(ticket, role, attempt, 0) : null);
      if (text === null) return err(noReply(request));
      const started = now();
      const all = text.match(TOKEN) ?? [];
      // Whoever wrote it meant all of it: the budget of an answer is for models that don't know when to stop.
      const given = all.slice(0, MAX_TOKENS);
      const chunk = Math.max(1, Math.ceil(given.length / turns));
      let said = "";
      for (let at = 0; at < given.length; at += chunk) {
        if (!(await pause(turnMs, signal))) return err({ kind: "cancelled" });
        if (now() - started > totalMs) return err(neverStopped(totalMs));
        said += given.slice(at, at + chunk).join("");
        onText?.(said, Math.min(at + chunk, given.length));
      }
      return ok({
        text: said,
        tokens: given.length,
        ms: Math.round(now() - started),
        finish: given.length < all.length ? "length" : "stop",
      });
    },
    countTokens: (text) => Promise.resolve(text.match(TOKEN)?.length ?? 0),
    unload: () => Promise.resolve(),
  };
}

function noReply({ purpose: { ticket, role, attempt } }: GenerateRequest): ModelError {
  return {
    kind: "no-reply",
    message: `there is no scripted reply for ${ticket}, ${role}, attempt ${String(attempt)}`,
    advice: `Add ${role}-${String(attempt)} to the replies of ${ticket}, or choose a model in the settings.`,
  };
}

function neverStopped(ms: number): ModelError {
  return {
    kind: "never-stopped",
    message: `the scripted reply was not done after ${String(ms)} ms`,
    advice: "Shorten the reply.",
  };
}
