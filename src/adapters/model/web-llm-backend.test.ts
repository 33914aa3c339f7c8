import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { GpuState } from "./gpu.ts";
import { createWebLlmBackend, failureOf, progressOf, WEB_LLM_VERSION, webLlmModelList } from "./web-llm-backend.ts";

const adapter = (over: Partial<Extract<GpuState, { kind: "adapter" }>> = {}): GpuState => ({
  kind: "adapter",
  f16: true,
  software: false,
  maxBufferBytes: 2 ** 31,
  name: "test adapter",
  ...over,
});
const probe = (model: string, gpu: GpuState) =>
  createWebLlmBackend({
    model,
    gpu: () => Promise.resolve(gpu),
    worker: () => {
      throw new Error("a probe starts no worker");
    },
  }).probe();

it("names the version whose model libraries its list belongs to", () => {
  const manifest = readFileSync(new URL("../../../node_modules/@mlc-ai/web-llm/package.json", import.meta.url), "utf8");
  expect((JSON.parse(manifest) as { version: string }).version).toBe(WEB_LLM_VERSION);
});

describe("probe", () => {
  const f16 = "Qwen2.5-Coder-1.5B-Instruct-q4f16_1-MLC";
  const f32 = "Qwen2.5-Coder-1.5B-Instruct-q4f32_1-MLC";
  it.each<[string, GpuState, boolean, string]>([
    [f16, adapter(), true, "with f16 shaders"],
    [f16, adapter({ f16: false }), false, `f16 shaders are not: choose ${f32}`],
    [f32, adapter({ f16: false }), true, "WebGPU on test adapter"],
    [f32, adapter({ software: true }), true, "computed by the processor"],
    [f32, { kind: "none", reason: "this browser has no WebGPU" }, false, "web-llm needs WebGPU: this browser has no WebGPU"],
    ["Nothing-7B", adapter(), false, "is not in web-llm's list"],
  ])("%s", async (model, gpu, usable, reason) => {
    const result = await probe(model, gpu);
    expect(result.usable).toBe(usable);
    expect(result.reason).toContain(reason);
  });
});

it("lists chat models alone, smallest first, and says which need f16 though their entry does not", async () => {
  const models = await webLlmModelList();
  expect(models.length).toBeGreaterThan(40);
  expect(models.some(({ id }) => /embed|vision/i.test(id))).toBe(false);
  const sizes = models.map(({ memoryBytes }) => memoryBytes ?? Infinity);
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  expect(models.filter(({ id }) => id.includes("f16")).every(({ needsF16 }) => needsF16)).toBe(true);
  expect(models.filter(({ id }) => id.includes("q4f32")).some(({ needsF16 }) => needsF16)).toBe(false);
});

it.each([
  ["Start to fetch params", 0, "fetch"],
  ["Fetching param cache[3/30]: 90MB fetched. 10% completed, 4 secs elapsed.", 0.1, "fetch"],
  ["Loading model from cache[3/30]: 90MB loaded. 10% completed, 4 secs elapsed.", 0.1, "load"],
  ["Loading GPU shader modules[10/80]: 12% completed, 1 secs elapsed.", 0.12, "compile"],
  ["Finish loading on WebGPU - nvidia", 1, "compile"],
])("%s", (text, progress, phase) => {
  expect(progressOf({ text, progress, timeElapsed: 0 }, "fetch")).toEqual({ phase, fraction: progress, text });
});

it.each([
  ["Error: GPUDeviceLostInfo: Device was lost. This can happen due to insufficient memory", "out-of-memory"],
  ["DeviceLostError: The WebGPU device was lost while loading the model", "lost"],
  ["TypeError: Failed to fetch", "unavailable"],
  ["NetworkError: Cache.add() encountered a network error", "unavailable"],
  ["ShaderF16SupportError: This model requires WebGPU extension shader-f16", "unavailable"],
  ["ContextWindowSizeExceededError: Prompt tokens exceed context window size", "unavailable"],
  ["IntegrityError: integrity check failed", "unavailable"],
  ["something that nobody has seen", "lost"],
])("%s: %s", (message, kind) => {
  expect(failureOf(message).kind).toBe(kind);
  expect(failureOf(new Error(message)).kind).toBe(kind);
});
