import { expect, it } from "vitest";
import { modelOf } from "./run.ts";

it.each([
  ["scripted", { backend: "scripted" }],
  ["web-llm:Qwen3-4B-q4f16_1-MLC", { backend: "web-llm", model: "Qwen3-4B-q4f16_1-MLC" }],
  ["wllama:https://models.example.invalid/a.gguf", { backend: "wllama", modelUrl: "https://models.example.invalid/a.gguf" }],
  ["http://localhost:8080/v1#qwen3-14b", { backend: "openai-compatible", baseUrl: "http://localhost:8080/v1", model: "qwen3-14b" }],
  ["http://localhost:8080/v1", null],
  ["web-llm:", null],
  ["qwen3-14b", null],
  ["", null],
])("reads the model %s", (raw, model) => {
  expect(modelOf(raw)).toEqual(model);
});
