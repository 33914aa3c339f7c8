/**
 * A model behind a server on this computer that speaks OpenAI's chat completions: llama-server, Ollama, LM Studio. Only
 * loopback addresses, unless the person confirmed another one: code of a repository is not sent anywhere by a typing
 * mistake. What most often goes wrong is CORS, so that is told apart from "nothing answers there".
 */
import * as v from "valibot";
import type { GenerateRequest, Generation, ModelBackend, ModelError, Probe } from "../../app/ports/index.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { estimateTokens } from "../../core/role/index.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { eventData } from "./server-sent-events.ts";
import { GENEROUS_LIMITS, watch, type GenerationLimits, type LimitReached } from "./turns.ts";

export interface OpenAiCompatibleOptions {
  readonly baseUrl: string;
  /** Empty: the first one that the server lists. */
  readonly model: string;
  /** Asked for an address that is not this computer's. */
  readonly mayLeaveComputer?: (origin: string) => boolean;
  readonly fetch?: typeof fetch;
  /** Of the page, for the advice on CORS. */
  readonly origin?: string;
  readonly limits?: Partial<GenerationLimits>;
  readonly now?: () => number;
}

const DEFAULT_CONTEXT = 8192;
const PROBE_MS = 8000;

const Models = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      max_model_len: v.optional(v.nullable(v.number())),
      context_length: v.optional(v.nullable(v.number())),
      max_context_length: v.optional(v.nullable(v.number())),
      meta: v.optional(v.nullable(v.object({ n_ctx: v.optional(v.number()) }))),
    }),
  ),
});
const Problem = v.object({ error: v.union([v.string(), v.object({ message: v.string() })]) });
const Usage = v.optional(v.nullable(v.object({ completion_tokens: v.optional(v.number()) })));
const Chunk = v.object({
  choices: v.array(
    v.object({
      delta: v.optional(
        v.nullable(
          v.object({ content: v.optional(v.nullable(v.string())), reasoning_content: v.optional(v.nullable(v.string())) }),
        ),
      ),
      message: v.optional(v.nullable(v.object({ content: v.optional(v.nullable(v.string())) }))),
      finish_reason: v.optional(v.nullable(v.string())),
    }),
  ),
  usage: Usage,
});

interface Heard {
  text: string;
  pieces: number;
  counted: number | null;
  finish: string | null;
  reached: LimitReached | null;
}

type Failure = Exclude<ModelError, { kind: "cancelled" }>;

export function createOpenAiCompatibleBackend(options: OpenAiCompatibleOptions): ModelBackend {
  const { mayLeaveComputer = () => false, now = () => performance.now(), limits = {} } = options;
  const send = options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init));
  const base = parseBase(options.baseUrl);
  const queue = oneAtATime();
  let chosen = options.model;
  let contextTokens = DEFAULT_CONTEXT;

  function address(): Result<string, Failure> {
    if (base === null)
      return err(
        unavailable(`${JSON.stringify(options.baseUrl)} is not a server's address`, "Write it like http://localhost:8080/v1."),
      );
    const { origin, hostname } = new URL(base);
    if (!isLoopback(hostname) && !mayLeaveComputer(origin))
      return err(
        unavailable(
          `${origin} is not on this computer, and what a role reads would be sent there`,
          "Use a server on localhost, or confirm this address in the settings.",
        ),
      );
    return ok(base);
  }

  async function unreached(error: unknown, url: string): Promise<Failure> {
    const { origin } = new URL(url);
    // Without CORS a page only learns that something failed. An opaque request would tell whether anybody is there, but a
    // cross-origin isolated page may not make one: then both reasons are named.
    const isolated = globalThis.crossOriginIsolated;
    const there =
      isolated ||
      (await send(url, { mode: "no-cors", signal: AbortSignal.timeout(PROBE_MS) }).then(
        () => true,
        () => false,
      ));
    const page = options.origin ?? "this page's origin";
    const allow = `allow ${page}: Ollama: set OLLAMA_ORIGINS=${page} and restart it; LM Studio: enable CORS in the server's settings or run \`lms server start --cors\`; llama-server: allows any origin by itself, so look for a proxy before it`;
    if (isolated)
      return unavailable(
        `${origin} can't be read: either nothing answers there, or it does not let this page read the answer (CORS)`,
        `If the server is running, ${allow}. If not, start it and check the port.`,
      );
    if (there)
      return unavailable(
        `${origin} answers, but does not let this page read the answer (CORS)`,
        `${allow.charAt(0).toUpperCase()}${allow.slice(1)}.`,
      );
    const why = error instanceof Error && error.name === "TimeoutError" ? "did not answer in time" : "does not answer";
    return unavailable(
      `${origin} ${why}`,
      "Start the server (llama-server, `ollama serve`, LM Studio) and check the port; a browser may also ask whether this page may reach the local network.",
    );
  }

  async function inspect(signal: AbortSignal): Promise<Result<string, ModelError>> {
    const at = address();
    if (!at.ok) return at;
    const url = `${at.value}/models`;
    let response: Response;
    try {
      response = await send(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]) });
    } catch (error) {
      return signal.aborted ? err({ kind: "cancelled" }) : err(await unreached(error, url));
    }
    if (!response.ok) return err(await refusal(response, url));
    const listed = v.safeParse(Models, await response.json().catch(() => null));
    if (!listed.success)
      return err(
        unavailable(
          `${url} answers, but not with a list of models`,
          "Is this an OpenAI-compatible server? Its address often ends in /v1.",
        ),
      );
    const models = listed.output.data;
    const model = chosen === "" ? models[0] : models.find(({ id }) => id === chosen || id === `${chosen}:latest`);
    if (model === undefined)
      return err(
        unavailable(
          chosen === "" ? "the server has no model loaded" : `the server has no model ${JSON.stringify(chosen)}`,
          models.length === 0
            ? "Load a model in the server first."
            : `It has: ${models
                .slice(0, 12)
                .map(({ id }) => id)
                .join(", ")}.`,
        ),
      );
    chosen = model.id;
    contextTokens = model.meta?.n_ctx ?? model.max_model_len ?? model.context_length ?? model.max_context_length ?? DEFAULT_CONTEXT;
    return ok(`${model.id} at ${new URL(at.value).origin}`);
  }

  async function ask(
    request: GenerateRequest,
    signal: AbortSignal,
    onText?: (text: string, tokens: number) => void,
  ): Promise<Result<Generation, ModelError>> {
    const at = address();
    if (!at.ok) return at;
    const cancelled = () => signal.aborted;
    if (cancelled()) return err({ kind: "cancelled" });
    const url = `${at.value}/chat/completions`;
    const ending = new AbortController();
    const heard: Heard = { text: "", pieces: 0, counted: null, finish: null, reached: null };
    const guard = watch({ ...GENEROUS_LIMITS, ...limits }, (limit) => {
      heard.reached = limit;
      ending.abort();
    });
    const started = now();
    // A server that ignores max_tokens is one that never stops.
    const most = request.maxTokens + Math.max(32, Math.ceil(request.maxTokens / 8));
    const take = (raw: unknown): Failure | null => {
      const problem = v.safeParse(Problem, raw);
      if (problem.success) return lost(`the server reported: ${said(problem.output.error)}`);
      const chunk = v.safeParse(Chunk, raw);
      if (!chunk.success) return lost("the server sent something that is not a chat completion");
      guard.heard();
      heard.counted = chunk.output.usage?.completion_tokens ?? heard.counted;
      const [choice] = chunk.output.choices;
      if (choice === undefined) return null;
      const more = choice.delta?.content ?? choice.message?.content ?? "";
      if (more !== "" || (choice.delta?.reasoning_content ?? "") !== "") heard.pieces += 1;
      heard.text += more;
      heard.finish = choice.finish_reason ?? heard.finish;
      if (more !== "") onText?.(heard.text, heard.pieces);
      if (heard.pieces > most && heard.finish === null) {
        heard.reached = {
          limit: "tokens",
          text: `it was still writing after ${String(heard.pieces)} tokens, ${String(request.maxTokens)} were asked for`,
        };
        ending.abort();
      }
      return null;
    };
    try {
      const response = await send(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(bodyOf(request, chosen)),
        signal: AbortSignal.any([signal, ending.signal]),
      });
      if (!response.ok) return err(await refusal(response, url));
      if (response.body === null) return err(lost("the server sent no answer"));
      let whole = false;
      if (response.headers.get("content-type")?.includes("application/json") === true) {
        const failure = take(await response.json().catch(() => null));
        if (failure !== null) return err(failure);
        whole = true;
      } else
        for await (const data of eventData(response.body)) {
          if (data === "[DONE]") {
            whole = true;
            break;
          }
          const failure = take(parsed(data));
          if (failure !== null) return err(failure);
          if (ending.signal.aborted) break;
        }
      if (heard.reached !== null) return err(neverStopped(heard.reached));
      if (cancelled()) return err({ kind: "cancelled" });
      if (!whole && heard.finish === null) return err(lost("the connection ended in the middle of the reply"));
      return ok({
        text: heard.text,
        tokens: heard.counted ?? heard.pieces,
        ms: Math.round(now() - started),
        finish: heard.finish === "length" ? "length" : "stop",
      });
    } catch (error) {
      if (cancelled()) return err({ kind: "cancelled" });
      if (heard.reached !== null) return err(neverStopped(heard.reached));
      return err(heard.text === "" ? await unreached(error, url) : lost("the connection broke in the middle of the reply"));
    } finally {
      guard.stop();
    }
  }

  return {
    get identity() {
      return {
        backend: "openai-compatible" as const,
        model: chosen === "" ? "the server's first" : chosen,
        version: base === null ? "" : new URL(base).origin,
      };
    },
    get capabilities() {
      return { grammar: "json-schema" as const, seed: true, contextTokens };
    },
    async probe(): Promise<Probe> {
      const found = await inspect(new AbortController().signal);
      if (found.ok) return { usable: true, reason: found.value, downloadBytes: 0 };
      return {
        usable: false,
        reason: found.error.kind === "cancelled" ? "cancelled" : `${found.error.message}. ${found.error.advice}`,
      };
    },
    async load({ signal, onProgress }) {
      if (signal.aborted) return err({ kind: "cancelled" });
      onProgress({ phase: "load", fraction: 0, text: `asking ${options.baseUrl} for its models` });
      const found = await inspect(signal);
      if (!found.ok) return found;
      onProgress({ phase: "load", fraction: 1, text: found.value });
      return ok(undefined);
    },
    generate: (request, { signal, onText }) => queue.run(() => ask(request, signal, onText)),
    countTokens: (text) => Promise.resolve(estimateTokens(text)),
    unload: () => Promise.resolve(),
  };
}

export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

/** "localhost:8080" → "http://localhost:8080/v1"; a path that is there is kept. */
function parseBase(raw: string): string | null {
  const written = raw.trim();
  const url = URL.parse(written.includes("://") ? written : `http://${written}`);
  if (written === "" || !/^https?:$/.test(url?.protocol ?? "") || url?.username !== "" || url.password !== "") return null;
  const path = url.pathname.replace(/\/+$/, "").replace(/\/chat\/completions$/, "");
  return url.origin + (path === "" ? "/v1" : path);
}

function bodyOf(request: GenerateRequest, model: string): Readonly<Record<string, unknown>> {
  return {
    model,
    messages: request.messages,
    max_tokens: request.maxTokens,
    temperature: request.temperature,
    seed: request.seed,
    stream: true,
    stream_options: { include_usage: true },
    // Read by llama-server and vLLM, ignored by others: a reply is wanted, not the thinking before it.
    chat_template_kwargs: { enable_thinking: false },
    ...(request.stop.length > 0 ? { stop: request.stop.slice(0, 4) } : {}),
    ...(request.grammar === undefined
      ? {}
      : {
          response_format: { type: "json_schema", json_schema: { name: "reply", strict: true, schema: parsed(request.grammar) } },
        }),
  };
}

async function refusal(response: Response, url: string): Promise<Failure> {
  const text = await response.text().catch(() => "");
  const problem = v.safeParse(Problem, parsed(text));
  const detail = problem.success ? `: ${said(problem.output.error)}` : "";
  if (/context|too long|exceed/i.test(detail))
    return unavailable(`the prompt is too long for the model${detail}`, "Start the server with a larger context.");
  if (/memory|alloc/i.test(detail))
    return {
      kind: "out-of-memory",
      message: `the server has no memory left${detail}`,
      advice: "Choose a smaller model or context.",
    };
  const advice =
    response.status === 401 || response.status === 403
      ? "Start the server without an API key, or allow this page."
      : response.status === 404
        ? "Check the address (it often ends in /v1) and the model's name."
        : "Look at the server's own log.";
  return unavailable(`${url} answered ${String(response.status)}${detail}`, advice);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const said = (error: string | { readonly message: string }) => (typeof error === "string" ? error : error.message).slice(0, 400);

function unavailable(message: string, advice: string): Failure {
  return { kind: "unavailable", message, advice };
}

function lost(message: string): Failure {
  return { kind: "lost", message, advice: "Run the ticket again; look at the server's own log if it happens again." };
}

function neverStopped(reached: LimitReached): Failure {
  return {
    kind: "never-stopped",
    message: `the model never stopped: ${reached.text}`,
    advice: "Run the ticket again, or choose another model: this one does not end its replies.",
  };
}
