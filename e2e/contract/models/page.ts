/** The page's side of the models' contract: backends that exist only in a browser, and agents in their real workers. */
import { expose } from "comlink";
import { createAgentRunner } from "../../../src/adapters/agent/create-agent-runner.ts";
import { inspectGpu } from "../../../src/adapters/model/gpu.ts";
import { aRequest, MODEL_BACKEND_RULES } from "../../../src/adapters/model/model-backend.contract.ts";
import { createOpenAiCompatibleBackend } from "../../../src/adapters/model/openai-compatible-backend.ts";
import { createScriptedBackend } from "../../../src/adapters/model/scripted-backend.ts";
import { createWebLlmBackend } from "../../../src/adapters/model/web-llm-backend.ts";
import { createWllamaBackend } from "../../../src/adapters/model/wllama-backend.ts";
import type { AgentReply, LoadProgress, ModelBackend } from "../../../src/app/ports/index.ts";
import { reviewGrammar } from "../../../src/core/role/index.ts";
import { repoPathOf } from "../../../src/core/snapshot/index.ts";
import type { Ticket, TicketId } from "../../../src/core/ticket/index.ts";
import { memoryWorkspace } from "../../../workers/agent/memory-workspace.fixture.ts";

const signal = new AbortController().signal;
const wllama = (modelUrl = "/tiny.gguf", limits = {}) =>
  createWllamaBackend({ modelUrl, wasmUrl: "/wllama.wasm", contextTokens: 2048, limits });
let warm: ModelBackend | null = null;

const ticket: Ticket = {
  id: "T-1" as TicketId,
  title: "Add is wrong",
  body: "",
  file: repoPathOf("src/add.ts"),
  acceptance: [],
  touches: [],
};
const REPLY = `File: src/add.ts\n\`\`\`ts\n<<<<<<< SEARCH\n  return a - b;\n=======\n  return a + b;\n>>>>>>> REPLACE\n\`\`\`\nDelete: package.json\n`;

const api = {
  /** The rule's complaint, or null. One engine is kept for all rules, as the app keeps one for all roles. */
  async rule(id: string): Promise<string | null> {
    const rule = MODEL_BACKEND_RULES.find((one) => one.id === id);
    warm ??= wllama();
    try {
      await rule?.check({ backend: warm, request: aRequest(), cuts: true });
      return rule === undefined ? "no such rule" : null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },

  async speed() {
    warm ??= wllama();
    await warm.load({ signal, onProgress: () => undefined });
    const result = await warm.generate(aRequest({ maxTokens: 200 }), { signal });
    return { result, identity: warm.identity, capabilities: warm.capabilities, isolated: crossOriginIsolated };
  },

  async heldToGrammar(statements: readonly string[]) {
    const backend = wllama();
    await backend.load({ signal, onProgress: () => undefined });
    const grammar = reviewGrammar("c".repeat(40), statements);
    const result = await backend.generate(aRequest({ maxTokens: 1500, grammar }), { signal });
    await backend.unload();
    return result;
  },

  async picked() {
    const blob = await (await fetch("/tiny.gguf")).blob();
    const backend = wllama(URL.createObjectURL(blob));
    const probe = await backend.probe();
    const loaded = await backend.load({ signal, onProgress: () => undefined });
    await backend.unload();
    return { probe, loaded, identity: backend.identity };
  },

  async wllamaFails(modelUrl: string) {
    const backend = wllama(modelUrl);
    return { probe: await backend.probe(), loaded: await backend.load({ signal, onProgress: () => undefined }) };
  },

  async wllamaNeverStops() {
    const backend = wllama("/tiny.gguf", { totalMs: 300 });
    await backend.load({ signal, onProgress: () => undefined });
    const endless = await backend.generate(aRequest({ maxTokens: 1900 }), { signal });
    const afterwards = await backend.generate(aRequest({ maxTokens: 4 }), { signal });
    await backend.unload();
    return { endless, afterwards: afterwards.ok || afterwards.error.kind };
  },

  async webLlm(model: string) {
    let workers = 0;
    const backend = createWebLlmBackend({
      model,
      worker() {
        workers += 1;
        return new Worker("/model.js");
      },
    });
    const progress: LoadProgress[] = [];
    const probe = await backend.probe();
    const loaded = await backend.load({ signal, onProgress: (seen) => progress.push(seen) });
    const asked = await backend.generate(aRequest(), { signal });
    await backend.unload();
    return { gpu: await inspectGpu(), probe, loaded, asked, workers, phases: [...new Set(progress.map(({ phase }) => phase))] };
  },

  async server(baseUrl: string) {
    const backend = createOpenAiCompatibleBackend({ baseUrl, model: "tiny", origin: location.origin });
    return { probe: await backend.probe(), generated: await backend.generate(aRequest(), { signal }) };
  },

  async agent(how: "well" | "cancelled" | "deadline" | "crash" | "no-worker") {
    const backend = createScriptedBackend({ replies: () => REPLY, turnMs: how === "well" ? 1 : 200 });
    const files = new Map([
      ["src/add.ts", "export function add(a: number, b: number): number {\r\n  return a - b;\r\n}\r\n"],
      ["package.json", "{}"],
    ]);
    const log: string[] = [];
    const channel = new MessageChannel();
    expose(memoryWorkspace("fixer", ticket, files, log), channel.port1);
    const abort = new AbortController();
    const replies: AgentReply[] = [];
    const texts: number[] = [];
    const runner = createAgentRunner({
      worker: () => new Worker(how === "no-worker" ? "/gone.js" : how === "crash" ? "/crash.js" : "/agent.js"),
      deadlineMs: how === "deadline" ? 600 : 20_000,
    });
    const began = performance.now();
    const result = await runner.run({
      attempt: 1,
      brief: { role: "fixer", ticket, feedback: null },
      workspace: channel.port2,
      model: backend,
      signal: abort.signal,
      onText(_, tokens) {
        texts.push(tokens);
        if (how === "cancelled" && texts.length === 2) abort.abort();
      },
      onReply: (reply) => replies.push(reply),
    });
    const tookMs = performance.now() - began;
    const heard = texts.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    return {
      result,
      log,
      file: files.get("src/add.ts"),
      problems: replies.map(({ problem }) => problem),
      tookMs,
      heard,
      heardAfter: texts.length - heard,
    };
  },
};

export type ModelsPage = typeof api;
Object.assign(globalThis, { models: api });
