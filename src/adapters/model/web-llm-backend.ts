/**
 * web-llm (MLC) in a worker of its own: the weights are loaded once, whatever number of roles ask. What its worker says
 * comes as strings, an aborted reload resolves as if it had worked, a lost device may never be reported: each of these
 * is turned into a value here, and nothing is believed to be loaded that did not answer.
 */
import type { ChatCompletionChunk, InitProgressReport, ModelRecord, WebWorkerMLCEngine } from "@mlc-ai/web-llm";
import type { ModelListing } from "../../app/fixgate.ts";
import type { GenerateRequest, Generation, LoadProgress, ModelBackend, ModelError, Probe } from "../../app/ports/index.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { estimateTokens } from "../../core/role/index.ts";
import { inspectGpu, type GpuState } from "./gpu.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { GENEROUS_LIMITS, watch, type GenerationLimits, type LimitReached } from "./turns.ts";

export interface WebLlmOptions {
  readonly model: string;
  /** A fresh worker of workers/model/model.ts. */
  readonly worker: () => Worker;
  readonly gpu?: () => Promise<GpuState>;
  readonly limits?: Partial<GenerationLimits>;
  /** Milliseconds of loading without any progress. */
  readonly loadSilenceMs?: number;
  readonly now?: () => number;
}

type Failure = Exclude<ModelError, { kind: "cancelled" }>;

const DEFAULT_CONTEXT = 4096;
const LET_GO_MS = 10_000;

interface Loaded {
  readonly engine: WebWorkerMLCEngine;
  readonly worker: Worker;
  /** Settles when the worker is gone or has failed. */
  readonly gone: Promise<Failure>;
}

export function createWebLlmBackend(options: WebLlmOptions): ModelBackend {
  const {
    model,
    worker: startWorker,
    gpu = inspectGpu,
    limits = {},
    loadSilenceMs = 180_000,
    now = () => performance.now(),
  } = options;
  const queue = oneAtATime();
  let loaded = null as Loaded | null;
  let contextTokens = DEFAULT_CONTEXT;

  function discard(): void {
    loaded?.worker.terminate();
    loaded = null;
  }

  async function start(signal: AbortSignal, onProgress: (progress: LoadProgress) => void): Promise<Result<void, ModelError>> {
    const cancelled = () => signal.aborted;
    if (cancelled()) return err({ kind: "cancelled" });
    if (loaded !== null) {
      onProgress({ phase: "compile", fraction: 1, text: "loaded already" });
      return ok(undefined);
    }
    onProgress({ phase: "fetch", fraction: 0, text: `preparing ${model}` });
    const usable = await judge(model, await gpu());
    if (!usable.probe.usable)
      return err(unavailable(usable.probe.reason, "Choose another model in the settings, or a model behind a local server."));
    const { WebWorkerMLCEngine: Engine } = await import("@mlc-ai/web-llm");
    if (cancelled()) return err({ kind: "cancelled" });
    const worker = startWorker();
    const gone = new Promise<Failure>((resolve) => {
      worker.addEventListener("error", (event) => {
        resolve(lost(`the model's worker failed: ${event.message === "" ? "it could not be started" : event.message}`));
      });
      worker.addEventListener("messageerror", () => {
        resolve(lost("the model's worker sent a message that can't be read"));
      });
    });
    const engine = new Engine(worker);
    const silence = alarm(loadSilenceMs);
    let last = "fetch" as LoadProgress["phase"];
    engine.setInitProgressCallback((report) => {
      silence.again();
      if (cancelled()) return;
      const progress = progressOf(report, last);
      last = progress.phase;
      onProgress(progress);
    });
    const aborted = whenAborted(signal);
    try {
      const outcome = await Promise.race([
        engine.reload(model).then(
          () => null,
          (error: unknown) => failureOf(error),
        ),
        gone,
        silence.rang.then(() =>
          lost(`nothing was heard from the model for ${String(Math.round(loadSilenceMs / 1000))} s while it loaded`),
        ),
        aborted.then(() => null),
      ]);
      if (cancelled()) {
        worker.terminate();
        return err({ kind: "cancelled" });
      }
      // A reload that was broken off resolves too; only a loaded pipeline has statistics.
      const failure = outcome ?? (await Promise.race([engine.runtimeStatsText().then(() => null, failureOf), gone]));
      if (failure !== null) {
        worker.terminate();
        return err(failure);
      }
      contextTokens = usable.record?.overrides?.context_window_size ?? DEFAULT_CONTEXT;
      loaded = { engine, worker, gone };
      void gone.then(() => {
        if (loaded?.worker === worker) discard();
      });
      onProgress({ phase: "compile", fraction: 1, text: `${model} is loaded` });
      return ok(undefined);
    } finally {
      silence.off();
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
    const held = loaded;
    if (held === null)
      return err(unavailable(`${model} is not loaded`, "Load it in the settings; it is unloaded when its worker is lost."));
    const { engine, gone } = held;
    const ending = new AbortController();
    const heard = { text: "", tokens: 0, finish: "stop" as Generation["finish"], reached: null as LimitReached | null };
    const guard = watch({ ...GENEROUS_LIMITS, ...limits }, (limit) => {
      heard.reached = limit;
      ending.abort();
    });
    const stopped = AbortSignal.any([signal, ending.signal]);
    const started = now();
    const take = (chunk: ChatCompletionChunk): void => {
      guard.heard();
      if (chunk.usage !== undefined) heard.tokens = chunk.usage.completion_tokens;
      const [choice] = chunk.choices;
      if (choice?.finish_reason === "length") heard.finish = "length";
      const more = choice?.delta.content ?? "";
      if (more === "" || stopped.aborted) return;
      heard.text += more;
      heard.tokens += 1;
      onText?.(heard.text, heard.tokens);
    };
    const running = (async (): Promise<Failure | null> => {
      try {
        const chunks = await engine.chat.completions.create({
          messages: request.messages.map(({ role, content }) => ({ role, content })),
          stream: true,
          stream_options: { include_usage: true },
          max_tokens: request.maxTokens,
          temperature: request.temperature,
          seed: request.seed,
          extra_body: { enable_thinking: false },
          ...(request.stop.length > 0 ? { stop: [...request.stop] } : {}),
          ...(request.grammar === undefined ? {} : { response_format: { type: "grammar" as const, grammar: request.grammar } }),
        });
        for await (const chunk of chunks) take(chunk);
        return null;
      } catch (error) {
        return failureOf(error);
      }
    })();
    const stop = whenAborted(stopped).then(() => {
      // Looked at between tokens only: a device that hangs never looks, and is thrown away with its worker.
      engine.interruptGenerate();
    });
    settled(
      Promise.race([
        running,
        gone,
        stop.then(async () => {
          const late = Symbol("late");
          const after = await Promise.race([running, new Promise<symbol>((resolve) => setTimeout(resolve, LET_GO_MS, late))]);
          if (after === late && loaded === held) discard();
        }),
      ]),
    );
    try {
      const failure = await Promise.race([running, gone, stop.then(() => null)]);
      if (cancelled()) return err({ kind: "cancelled" });
      if (heard.reached !== null) return err(endless(heard.reached, heard.tokens));
      if (failure !== null) {
        if (failure.kind === "lost" || failure.kind === "out-of-memory") discard();
        return err(failure);
      }
      return ok({ text: heard.text, tokens: heard.tokens, ms: Math.round(now() - started), finish: heard.finish });
    } finally {
      guard.stop();
    }
  }

  return {
    identity: { backend: "web-llm", model, version: WEB_LLM_VERSION },
    get capabilities() {
      return { grammar: "gbnf" as const, seed: true, contextTokens };
    },
    probe: async () => (await judge(model, await gpu())).probe,
    load: ({ signal, onProgress }) => queue.run(() => start(signal, onProgress)),
    generate: (request, { signal, onText }) => queue.run((settled) => ask(request, signal, onText, settled)),
    countTokens: (text) => Promise.resolve(estimateTokens(text)),
    unload: () =>
      queue.run(() => {
        // Memory of the device is given back for certain when the worker that opened it is gone.
        discard();
        return Promise.resolve();
      }),
  };
}

/** Of the package that the model libraries of its prebuilt list belong to; a test compares it with what is installed. */
export const WEB_LLM_VERSION = "0.2.86";

/** Chat models of web-llm's prebuilt list, smallest first. */
export async function webLlmModelList(): Promise<readonly ModelListing[]> {
  const { prebuiltAppConfig, ModelType } = await import("@mlc-ai/web-llm");
  return prebuiltAppConfig.model_list
    .filter((record) => record.model_type === undefined || record.model_type === ModelType.LLM)
    .map((record) => ({
      id: record.model_id,
      label: record.model_id.replace(/-MLC(?=-|$)/, "").replaceAll("-", " "),
      downloadBytes: null,
      memoryBytes: record.vram_required_MB === undefined ? null : Math.round(record.vram_required_MB * 1_048_576),
      needsF16: needsF16(record),
    }))
    .sort((a, b) => (a.memoryBytes ?? Infinity) - (b.memoryBytes ?? Infinity) || (a.id < b.id ? -1 : 1));
}

/** Entries named q4f16 don't list the feature; their shaders need it all the same. */
function needsF16(record: ModelRecord): boolean {
  return /q\d+f16/.test(record.model_id) || (record.required_features ?? []).includes("shader-f16");
}

async function judge(model: string, gpu: GpuState): Promise<{ readonly probe: Probe; readonly record: ModelRecord | null }> {
  const { prebuiltAppConfig } = await import("@mlc-ai/web-llm");
  const list = prebuiltAppConfig.model_list;
  const record = list.find(({ model_id }) => model_id === model) ?? null;
  const no = (reason: string) => ({ probe: { usable: false, reason }, record });
  if (record === null) return no(`${JSON.stringify(model)} is not in web-llm's list of models.`);
  const memory = record.vram_required_MB === undefined ? {} : { memoryBytes: Math.round(record.vram_required_MB * 1_048_576) };
  if (gpu.kind === "none")
    return no(`web-llm needs WebGPU: ${gpu.reason}. A model behind a local server, or wllama, works without.`);
  if (needsF16(record) && !gpu.f16) {
    const other = list.find(({ model_id }) => model_id === model.replace(/f16/, "f32"));
    return no(`WebGPU is there, f16 shaders are not: choose ${other === undefined ? "a q4f32 model" : other.model_id}.`);
  }
  const needed = record.buffer_size_required_bytes;
  if (needed !== undefined && needed > gpu.maxBufferBytes)
    return no(`The model needs GPU buffers of ${String(needed)} bytes, this adapter allows ${String(gpu.maxBufferBytes)}.`);
  const slow = gpu.software ? " It is computed by the processor: a token may take half a minute." : "";
  return {
    probe: { usable: true, reason: `WebGPU on ${gpu.name}${gpu.f16 ? ", with f16 shaders" : ""}.${slow}`, ...memory },
    record,
  };
}

/** web-llm's progress runs from 0 to 1 for each phase; which phase it is only stands in its text. */
export function progressOf(report: InitProgressReport, last: LoadProgress["phase"]): LoadProgress {
  const { text } = report;
  const phase = /shader|compil|finish/i.test(text)
    ? "compile"
    : /loading model/i.test(text)
      ? "load"
      : /fetch|download/i.test(text)
        ? "fetch"
        : last;
  const fraction = Number.isFinite(report.progress) ? Math.min(1, Math.max(0, report.progress)) : 0;
  return { phase, fraction, text: text === "" ? phase : text };
}

/** Errors cross web-llm's worker as strings. */
export function failureOf(error: unknown): Failure {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 600);
  if (/out of memory|OOM|insufficient memory|allocation failed|exceeds the max buffer|mapAsync.*memory/i.test(message))
    return {
      kind: "out-of-memory",
      message: `the model does not fit into the GPU's memory: ${message}`,
      advice: "Choose a smaller model in the settings.",
    };
  if (/device.{0,20}(?:was |is )?lost|DeviceLost|instance dropped|object has already been disposed/i.test(message))
    return lost(`the GPU was lost: ${message}`);
  if (/context ?window|ContextWindowSizeExceeded|prompt tokens exceed/i.test(message))
    return unavailable(`the prompt is too long for the model: ${message}`, "Choose a model with a larger context.");
  if (/shader-f16|ShaderF16/i.test(message))
    return unavailable("WebGPU is there, f16 shaders are not", "Choose a q4f32 model in the settings.");
  if (/WebGPU/i.test(message))
    return unavailable(`WebGPU can't be used: ${message}`, "Choose a model behind a local server, or wllama.");
  if (/integrity/i.test(message))
    return unavailable(`what was fetched is not the model: ${message}`, "Clear the site's data and load the model again.");
  if (/quota/i.test(message))
    return unavailable(`the browser has no room for the model: ${message}`, "Free disk space, or choose a smaller model.");
  if (/fetch|network|Cache|ERR_|HTTP|status/i.test(message))
    return unavailable(
      `the model could not be fetched: ${message}`,
      "Check the connection to the model's host; what was fetched is kept.",
    );
  if (/not loaded|reload/i.test(message))
    return unavailable(`the model is not loaded: ${message}`, "Load it again in the settings.");
  return lost(`the model's engine failed: ${message}`);
}

function endless(reached: LimitReached, tokens: number): Failure {
  if (reached.limit === "silence" && tokens === 0) return lost(`no token came: ${reached.text}; the GPU may be lost`);
  return {
    kind: "never-stopped",
    message: `the model never stopped: ${reached.text}`,
    advice: "Run the ticket again, or choose another model: this one does not end its replies.",
  };
}

function lost(message: string): Failure {
  return { kind: "lost", message, advice: "Load the model again; choose a smaller one if it happens again." };
}

function unavailable(message: string, advice: string): Failure {
  return { kind: "unavailable", message, advice };
}

function alarm(ms: number): { readonly rang: Promise<void>; again(): void; off(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ring: () => void = () => undefined;
  const rang = new Promise<void>((resolve) => {
    ring = resolve;
  });
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(ring, ms);
  };
  again();
  return {
    rang,
    again,
    off() {
      clearTimeout(timer);
    },
  };
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
