/** Models and agents in a real Chromium: wllama with a generated model, web-llm as far as a machine without a GPU goes. */
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { build as bundle } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MODEL_BACKEND_RULES } from "../../../src/adapters/model/model-backend.contract.ts";
import { tinyGguf } from "../../fixtures/tiny-gguf.ts";
import { ISOLATED, launchChromium, serveFolder, type StaticServer } from "../browser.ts";
import type { ModelsPage } from "./page.ts";

const root = path.resolve(import.meta.dirname, "../../..");
let folder: string;
let server: StaticServer;
let browser: Browser;
let page: Page;

async function open(headers: Readonly<Record<string, string>>): Promise<{ readonly server: StaticServer; readonly page: Page }> {
  const own = await serveFolder({ folder, headers });
  const fresh = await browser.newPage();
  await fresh.goto(own.url);
  return { server: own, page: fresh };
}

function call<K extends keyof ModelsPage>(
  on: Page,
  name: K,
  ...input: Parameters<ModelsPage[K]>
): Promise<Awaited<ReturnType<ModelsPage[K]>>> {
  return on.evaluate(
    ([key, values]) =>
      (globalThis as unknown as { models: Record<string, (...all: unknown[]) => unknown> }).models[key]?.(...values),
    [name as string, input as unknown[]] as const,
  ) as Promise<Awaited<ReturnType<ModelsPage[K]>>>;
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "fixgate-models-page-"));
  const entries = { page: "e2e/contract/models/page.ts", agent: "workers/agent/agent.ts", model: "workers/model/model.ts" };
  for (const [name, entry] of Object.entries(entries))
    await bundle({
      entryPoints: [path.join(root, entry)],
      bundle: true,
      format: "iife",
      outfile: path.join(folder, `${name}.js`),
      logLevel: "error",
    });
  fs.writeFileSync(path.join(folder, "crash.js"), 'addEventListener("message", () => { throw new Error("it broke"); });');
  fs.writeFileSync(
    path.join(folder, "index.html"),
    '<!doctype html><link rel="icon" href="data:,"><body><script src="page.js"></script>',
  );
  fs.writeFileSync(path.join(folder, "tiny.gguf"), tinyGguf());
  fs.writeFileSync(path.join(folder, "broken.gguf"), "<!doctype html><title>Sign in</title>".padEnd(5000));
  fs.copyFileSync(path.join(root, "node_modules/@wllama/wllama/esm/wasm/wllama.wasm"), path.join(folder, "wllama.wasm"));
  browser = await launchChromium();
  ({ server, page } = await open(ISOLATED));
}, 120_000);

afterAll(async () => {
  await browser.close();
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe("wllama", () => {
  it.each(MODEL_BACKEND_RULES.map((rule) => [rule.id, rule.title] as const))(
    "[%s] %s",
    async (id) => {
      expect(await call(page, "rule", id)).toBeNull();
    },
    180_000,
  );

  it("generates, and says which engine, model and context it was", async () => {
    const { result, identity, capabilities, isolated } = await call(page, "speed");
    expect(isolated).toBe(true);
    expect(identity).toMatchObject({ backend: "wllama", model: "tiny.gguf" });
    expect(identity.version).not.toBe("");
    expect(capabilities).toEqual({ grammar: "gbnf", seed: true, contextTokens: 2048 });
    expect(result).toMatchObject({ ok: true, value: { tokens: 200, finish: "length" } });
    if (result.ok) console.log(`wllama, generated model: ${(result.value.tokens / (result.value.ms / 1000)).toFixed(0)} tokens/s`);
  }, 180_000);

  it("a page that is not cross-origin isolated runs it in one thread", async () => {
    const plain = await open({});
    const { result, isolated } = await call(plain.page, "speed");
    await plain.page.close();
    await plain.server.close();
    expect(isolated).toBe(false);
    expect(result).toMatchObject({ ok: true, value: { tokens: 200 } });
  }, 180_000);

  it("holds even a model that knows nothing to the review's form", async () => {
    const statements = ['An expired lock can be taken, says "the" ticket', "§ ünïcødé \\ stays"];
    const result = await call(page, "heldToGrammar", statements);
    expect(result.ok).toBe(true);
    const review = JSON.parse(result.ok ? result.value.text : "{}") as {
      oid: string;
      verdict: string;
      statements: { statement: string; met: boolean }[];
    };
    expect(review.oid).toBe("c".repeat(40));
    expect(["approve", "reject"]).toContain(review.verdict);
    expect(review.statements.map(({ statement }) => statement)).toEqual(statements);
    expect(review.statements.every(({ met }) => typeof met === "boolean")).toBe(true);
  }, 240_000);

  it("takes a file that was picked", async () => {
    expect(await call(page, "picked")).toMatchObject({
      probe: { usable: true },
      loaded: { ok: true },
      identity: { model: "picked file" },
    });
  }, 180_000);

  it.each([
    ["/gone.gguf", "answered 404", "could not be fetched"],
    ["/broken.gguf", "It runs", "could not be loaded"],
    ["/model.bin", "has to be a GGUF file", ""],
    ["", "No model is named", ""],
  ])(
    "%s: says what is wrong with it",
    async (url, reason, message) => {
      const { probe, loaded } = await call(page, "wllamaFails", url);
      expect(probe.reason).toContain(reason);
      expect(loaded).toMatchObject({
        ok: false,
        error: { kind: "unavailable", message: expect.stringContaining(message) as unknown },
      });
    },
    180_000,
  );

  it("one that never stops is ended, and the engine can be asked again", async () => {
    const { endless, afterwards } = await call(page, "wllamaNeverStops");
    expect(endless).toMatchObject({ ok: false, error: { kind: "never-stopped" } });
    expect(afterwards).toBe(true);
  }, 180_000);
});

describe("web-llm", () => {
  it("says plainly why it can't where there is no adapter, and starts no worker", async () => {
    const { gpu, probe, loaded, asked, workers } = await call(page, "webLlm", "Qwen2.5-Coder-1.5B-Instruct-q4f32_1-MLC");
    expect(gpu.kind).toBe("none");
    expect(probe).toMatchObject({ usable: false, reason: expect.stringMatching(/^web-llm needs WebGPU: /) as unknown });
    expect(loaded).toMatchObject({ ok: false, error: { kind: "unavailable", message: probe.reason } });
    expect(asked).toMatchObject({ ok: false, error: { kind: "unavailable" } });
    expect(workers).toBe(0);
  }, 180_000);
  it("with a software adapter its worker starts, and weights that can't be fetched are said to be that", async () => {
    const other = await launchChromium([
      "--enable-unsafe-webgpu",
      "--use-webgpu-adapter=swiftshader",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ]);
    try {
      const fresh = await other.newPage();
      await fresh.goto(server.url);
      const { gpu, probe, loaded, workers } = await call(fresh, "webLlm", "SmolLM2-135M-Instruct-q0f32-MLC");
      expect(gpu).toMatchObject({ kind: "adapter", software: true });
      expect(probe).toMatchObject({ usable: true, reason: expect.stringContaining("computed by the processor") as unknown });
      expect(loaded).toMatchObject({
        ok: false,
        error: { kind: "unavailable", message: expect.stringContaining("could not be fetched") as unknown },
      });
      expect(workers).toBe(1);
    } finally {
      await other.close();
    }
  }, 240_000);
  it("a model that its list does not have", async () => {
    expect((await call(page, "webLlm", "Nothing-7B")).probe.reason).toBe('"Nothing-7B" is not in web-llm\'s list of models.');
  });
});

describe("a local server, from a page", () => {
  const answer = (cors: boolean): http.Server =>
    http.createServer((request, response) => {
      if (cors) response.setHeader("access-control-allow-origin", "*").setHeader("access-control-allow-headers", "*");
      if (request.method === "OPTIONS") response.writeHead(cors ? 204 : 405).end();
      else if (request.url === "/v1/models") response.end('{"data":[{"id":"tiny"}]}');
      else
        response
          .writeHead(200, { "content-type": "text/event-stream" })
          .end('data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
    });
  it.each([
    ["isolated", true, "tiny at "],
    ["isolated", false, "either nothing answers there, or it does not let this page read the answer (CORS)"],
    ["plain", false, "answers, but does not let this page read the answer (CORS)"],
  ])(
    "%s page, CORS allowed: %s",
    async (kind, cors, reason) => {
      const local = answer(cors);
      await new Promise<void>((resolve) => local.listen(0, "127.0.0.1", resolve));
      const own = await open(kind === "isolated" ? ISOLATED : {});
      const { probe, generated } = await call(
        own.page,
        "server",
        `http://127.0.0.1:${String((local.address() as AddressInfo).port)}/v1`,
      );
      await own.page.close();
      await own.server.close();
      local.closeAllConnections();
      local.close();
      expect(probe.reason).toContain(reason);
      expect(generated.ok).toBe(cors);
      if (!cors) expect(probe.reason).toContain(`OLLAMA_ORIGINS=${new URL(own.server.url).origin}`);
    },
    180_000,
  );
});

describe("an agent in its worker", () => {
  it("reads, asks, edits through the mask, and keeps the file's line ends", async () => {
    const { result, log, file, problems, heard } = await call(page, "agent", "well");
    expect(result).toMatchObject({ ok: true, value: { role: "fixer", denied: [{ path: "package.json", operation: "remove" }] } });
    expect(file).toBe("export function add(a: number, b: number): number {\r\n  return a + b;\r\n}\r\n");
    expect(log).toEqual(["read src/add.ts", "read src/add.ts", "wrote src/add.ts", "denied package.json"]);
    expect(problems).toEqual([null]);
    expect(heard).toBeGreaterThan(1);
  });
  it.each([
    ["cancelled", "cancelled", /^$/],
    ["deadline", "lost", /was not done after 1 seconds/],
    ["crash", "lost", /worker failed: .*it broke/],
    ["no-worker", "lost", /worker failed: /],
  ] as const)("%s: it ends at once, says so, and nothing is heard afterwards", async (how, kind, message) => {
    const { result, tookMs, heardAfter, file } = await call(page, "agent", how);
    expect(result.ok ? "ok" : result.error.kind).toBe(kind);
    expect(!result.ok && "message" in result.error ? result.error.message : "").toMatch(message);
    expect(tookMs).toBeLessThan(5000);
    expect(heardAfter).toBe(0);
    expect(file).toContain("a - b");
  });
});
