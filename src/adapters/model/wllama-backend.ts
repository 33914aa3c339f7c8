/**
 * llama.cpp compiled to WebAssembly (wllama): runs without a GPU, with any GGUF model from a URL or a file. The engine
 * starts its own worker. Nothing is taken from a CDN: where this browser can't run the bundled build, that is said.
 */
import type { ChatCompletionChunk, Wllama } from "@wllama/wllama";
import type { GenerateRequest, Generation, ModelBackend, ModelError, Probe } from "../../app/ports/index.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { estimateTokens } from "../../core/role/index.ts";
import { inspectGpu } from "./gpu.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { GENEROUS_LIMITS, watch, type GenerationLimits, type LimitReached } from "./turns.ts";

export interface WllamaOptions {
  /** A GGUF file, or the first of its parts; `blob:` for a file that was picked. */
  readonly modelUrl: string;
  readonly wasmUrl: string;
  /** Tokens of prompt and answer; the model's own limit where that is lower. */
  readonly contextTokens?: number;
  readonly limits?: Partial<GenerationLimits>;
  readonly now?: () => number;
}

type Failure = Exclude<ModelError, { kind: "cancelled" }>;

/** How long a cancelled generation may take to let go of the engine before the engine is thrown away, milliseconds. */
const LET_GO_MS = 15_000;

export function createWllamaBackend(options: WllamaOptions): ModelBackend {
  const { modelUrl, wasmUrl, contextTokens: wanted = 4096, limits = {}, now = () => performance.now() } = options;
  const queue = oneAtATime();
  let engine = null as Wllama | null;
  let version = "";
  let contextTokens = wanted;

  async function discard(): Promise<void> {
    const old = engine;
    engine = null;
    await old?.exit().catch(() => undefined);
  }

  async function start(
    signal: AbortSignal,
    onProgress: Parameters<ModelBackend["load"]>[0]["onProgress"],
  ): Promise<Result<void, ModelError>> {
    const cancelled = () => signal.aborted;
    if (cancelled()) return err({ kind: "cancelled" });
    if (engine !== null) {
      onProgress({ phase: "load", fraction: 1, text: "loaded already" });
      return ok(undefined);
    }
    onProgress({ phase: "fetch", fraction: 0, text: `fetching ${nameOf(modelUrl)}` });
    let fresh: Wllama | null = null;
    try {
      const { Wllama: Engine, LoggerWithoutDebug } = await import("@wllama/wllama");
      version = Engine.getLibllamaVersion();
      fresh = new Engine({ default: wasmUrl }, { logger: LoggerWithoutDebug, suppressNativeLog: true });
      // Its default takes another build from a CDN.
      fresh.setCompat(null);
      const gpu = await inspectGpu();
      const params = {
        n_ctx: wanted,
        n_parallel: 1,
        ...(globalThis.crossOriginIsolated ? {} : { n_threads: 1 }),
        ...(gpu.kind === "none" || gpu.software ? { n_gpu_layers: 0 } : {}),
      };
      const blobs = modelUrl.startsWith("blob:") ? [await (await fetch(modelUrl, { signal })).blob()] : null;
      const loading =
        blobs !== null
          ? fresh.loadModel(blobs, params)
          : fresh.loadModelFromUrl(modelUrl, {
              ...params,
              signal,
              progressCallback: ({ loaded, total }) => {
                if (cancelled() || total <= 0) return;
                onProgress({
                  phase: "fetch",
                  fraction: Math.min(1, loaded / total),
                  text: `${megabytes(loaded)} of ${megabytes(total)} MB`,
                });
              },
            });
      await Promise.race([loading, whenAborted(signal)]);
      if (cancelled()) throw new Error("cancelled");
      const info = fresh.getLoadedContextInfo();
      // Loading what is no model resolves as if it had worked.
      if (!(info.n_ctx > 0 && info.n_vocab > 0)) throw new Error("not loaded: the file is not a model");
      contextTokens = Math.min(wanted, info.n_ctx, info.n_ctx_train > 0 ? info.n_ctx_train : wanted);
      engine = fresh;
      onProgress({ phase: "load", fraction: 1, text: `${nameOf(modelUrl)}, ${String(contextTokens)} tokens of context` });
      return ok(undefined);
    } catch (error) {
      await fresh?.exit().catch(() => undefined);
      return err(cancelled() ? { kind: "cancelled" } : failureOf(error, modelUrl));
    }
  }

  async function ask(
    request: GenerateRequest,
    signal: AbortSignal,
    onText: ((text: string, tokens: number) => void) | undefined,
    settled: (done: Promise<unknown>) => void,
  ): Promise<Result<Generation, ModelError>> {
    const cancelled = () => signal.aborted;
    if (cancelled()) return err({ kind: "cancelled" });
    if (engine === null) return err(unavailable("the model is not loaded", "Load it in the settings."));
    const ending = new AbortController();
    const heard = { text: "", tokens: 0, finish: "stop" as Generation["finish"], reached: null as LimitReached | null };
    const guard = watch({ ...GENEROUS_LIMITS, ...limits }, (limit) => {
      heard.reached = limit;
      ending.abort();
    });
    const stopped = AbortSignal.any([signal, ending.signal]);
    const started = now();
    const take = (chunk: ChatCompletionChunk): void => {
      if (stopped.aborted) return;
      guard.heard();
      const [choice] = chunk.choices;
      const more = choice?.delta.content ?? "";
      if (choice?.finish_reason === "length") heard.finish = "length";
      if (chunk.usage) heard.tokens = chunk.usage.completion_tokens;
      else if (chunk.timings) heard.tokens = Math.max(heard.tokens, chunk.timings.predicted_n);
      if (more === "") return;
      heard.text += more;
      if (!chunk.usage && !chunk.timings) heard.tokens += 1;
      onText?.(heard.text, heard.tokens);
    };
    const params = {
      messages: request.messages.map(({ role, content }) => ({ role, content })),
      max_tokens: request.maxTokens,
      temperature: request.temperature,
      seed: request.seed,
      stream: true as const,
      abortSignal: stopped,
      onData: take,
      chat_template_kwargs: { enable_thinking: false },
      ...(request.stop.length > 0 ? { stop: [...request.stop] } : {}),
      ...(request.grammar === undefined ? {} : { grammar: request.grammar }),
    };
    const running = engine.createChatCompletion(params);
    // An abort is looked at between tokens only; a prompt being read can't be left. The next request waits for it, for a while.
    settled(Promise.race([running.catch(() => undefined), whenAborted(stopped).then(() => letGo(running, discard))]));
    try {
      await Promise.race([running, whenAborted(stopped)]);
      if (cancelled()) return err({ kind: "cancelled" });
      if (heard.reached !== null) return err(neverStopped(heard.reached));
      return ok({ text: heard.text, tokens: heard.tokens, ms: Math.round(now() - started), finish: heard.finish });
    } catch (error) {
      if (cancelled()) return err({ kind: "cancelled" });
      if (heard.reached !== null) return err(neverStopped(heard.reached));
      const failure = failureOf(error, modelUrl);
      // A runtime that trapped can't be asked again.
      if (failure.kind === "lost" || failure.kind === "out-of-memory") await discard();
      return err(failure);
    } finally {
      guard.stop();
    }
  }

  return {
    get identity() {
      return { backend: "wllama" as const, model: nameOf(modelUrl), version };
    },
    get capabilities() {
      return { grammar: "gbnf" as const, seed: true, contextTokens };
    },
    probe: () => probe(modelUrl),
    load: ({ signal, onProgress }) => queue.run(() => start(signal, onProgress)),
    generate: (request, { signal, onText }) => queue.run((settled) => ask(request, signal, onText, settled)),
    // The engine gives out no tokens of a text; the estimate is on the high side.
    countTokens: (text) => Promise.resolve(estimateTokens(text)),
    unload: () => queue.run(discard),
  };
}

async function probe(modelUrl: string): Promise<Probe> {
  if (modelUrl.trim() === "") return { usable: false, reason: "No model is named: give the address of a GGUF file, or pick one." };
  const url = URL.parse(modelUrl, globalThis.location.href);
  if (url === null || !/^(?:https?|blob):$/.test(url.protocol))
    return { usable: false, reason: `${JSON.stringify(modelUrl)} is not an address of a model.` };
  if (url.protocol !== "blob:" && !/\.gguf$/i.test(url.pathname))
    return { usable: false, reason: "The model has to be a GGUF file: its address ends in .gguf." };
  if (typeof WebAssembly !== "object") return { usable: false, reason: "This browser has no WebAssembly." };
  // memory64: (module (memory i64 1)); the bundled build needs it.
  const memory64 = WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 4, 1]));
  if (!memory64) return { usable: false, reason: "This browser's WebAssembly has no 64-bit memory, which the engine needs." };
  const gpu = await inspectGpu();
  const threads = globalThis.crossOriginIsolated ? "several threads" : "one thread (the page is not cross-origin isolated)";
  const how = gpu.kind === "adapter" && !gpu.software ? `on ${gpu.name} and ${threads}` : `on the processor, ${threads}`;
  if (url.protocol === "blob:") return { usable: true, reason: `It runs ${how}.` };
  try {
    const head = await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(8000) });
    if (!head.ok) return { usable: false, reason: `${url.host} answered ${String(head.status)} for the model.` };
    const bytes = Number(head.headers.get("content-length") ?? Number.NaN);
    return {
      usable: true,
      reason: `It runs ${how}.`,
      ...(Number.isFinite(bytes) && bytes > 0 ? { downloadBytes: bytes, memoryBytes: Math.round(bytes * 1.2) } : {}),
    };
  } catch {
    return { usable: false, reason: `${url.host} can't be reached from this page, or does not allow it to read the model (CORS).` };
  }
}

async function letGo(running: Promise<unknown>, discard: () => Promise<void>): Promise<void> {
  const done = await Promise.race([
    running.then(
      () => true,
      () => true,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, LET_GO_MS, false)),
  ]);
  if (!done) await discard();
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        "abort",
        () => {
          resolve();
        },
        { once: true },
      );
  });
}

function failureOf(error: unknown, modelUrl: string): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const kind = error instanceof Error && "type" in error ? String(error.type) : "";
  if (/memory|alloc|bad_alloc|out of bounds/i.test(message))
    return {
      kind: "out-of-memory",
      message: `the model does not fit into memory: ${message}`,
      advice: "Choose a smaller model or a smaller quantisation.",
    };
  if (kind === "kv_cache_full" || /context|exceed/i.test(message))
    return unavailable(`the prompt is too long for the model: ${message}`, "Choose a model with a larger context.");
  if (kind === "download_error" || /fetch|network|download|status|40\d/i.test(message))
    return unavailable(
      `${nameOf(modelUrl)} could not be fetched: ${message}`,
      "Check the address; its host has to allow this page (CORS).",
    );
  if (kind === "load_error" || /load|gguf|magic|invalid/i.test(message))
    return unavailable(
      `${nameOf(modelUrl)} could not be loaded: ${message}`,
      "Is it a whole GGUF file, of a kind that llama.cpp knows?",
    );
  return {
    kind: "lost",
    message: `the model's engine stopped: ${message}`,
    advice: "Load the model again; choose a smaller one if it happens again.",
  };
}

function neverStopped(reached: LimitReached): Failure {
  return {
    kind: "never-stopped",
    message: `the model never stopped: ${reached.text}`,
    advice: "Run the ticket again, or choose another model: this one does not end its replies.",
  };
}

function unavailable(message: string, advice: string): Failure {
  return { kind: "unavailable", message, advice };
}

const nameOf = (url: string) => (url.startsWith("blob:") ? "picked file" : (url.split(/[?#]/)[0] ?? url).replace(/.*\//, ""));
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
