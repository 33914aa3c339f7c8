import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ModelBackend } from "../../app/ports/index.ts";
import { aRequest, MODEL_BACKEND_RULES } from "./model-backend.contract.ts";
import { createOpenAiCompatibleBackend } from "./openai-compatible-backend.ts";
import { createScriptedBackend } from "./scripted-backend.ts";

type Reply = (request: IncomingMessage, response: ServerResponse, body: Readonly<Record<string, unknown>>) => void;
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A real server on loopback, speaking as llama-server does. */
async function serve(
  complete: Reply,
  models: Reply = (_, response) => void response.end(JSON.stringify({ data: [{ id: "tiny", meta: { n_ctx: 4096 } }] })),
) {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
      if (request.url === "/v1/models") models(request, response, body);
      else if (request.url === "/v1/chat/completions") complete(request, response, body);
      else response.writeHead(404).end();
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}
const sse = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });
const event = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`;
const words: Reply = (_, response, body) => {
  sse(response);
  const most = Math.min(12, Number(body["max_tokens"]));
  let said = 0;
  const timer = setInterval(() => {
    if (said < most) response.write(event(`word${String(said)} `));
    else {
      response.end(
        `${event("", most < 12 ? "length" : "stop")}data: {"choices":[],"usage":{"completion_tokens":${String(most)}}}\n\ndata: [DONE]\n\n`,
      );
      clearInterval(timer);
    }
    said += 1;
  }, 5);
  response.on("close", () => {
    clearInterval(timer);
  });
};

const subjects: readonly (readonly [string, () => Promise<ModelBackend>, boolean])[] = [
  [
    "scripted",
    () => Promise.resolve(createScriptedBackend({ replies: () => "File: src/a.ts, and so on, word after word." })),
    false,
  ],
  ["openai-compatible", async () => createOpenAiCompatibleBackend({ baseUrl: await serve(words), model: "tiny" }), true],
];
describe.each(subjects)("%s", (_, make, cuts) => {
  it.each(MODEL_BACKEND_RULES.map((rule) => [rule.id, rule] as const))("[%s] $title", async (_id, rule) => {
    await rule.check({ backend: await make(), request: aRequest(), cuts });
  });
});

describe("scripted", () => {
  const signal = new AbortController().signal;
  it("says that it is scripted, and which reply is missing", async () => {
    const backend = createScriptedBackend({ replies: () => null });
    expect(backend.identity.backend).toBe("scripted");
    expect(await backend.generate(aRequest(), { signal })).toMatchObject({
      ok: false,
      error: { kind: "no-reply", message: "there is no scripted reply for T-1, fixer, attempt 1" },
    });
  });
  it("a retry has its own reply, or the same again", async () => {
    const backend = createScriptedBackend({
      turnMs: 0,
      replies: (_t, role, attempt, retry) => (retry < 2 ? `${role}-${String(attempt)}r${String(retry)}` : null),
    });
    const say = async (retry: number) => {
      const request = aRequest();
      const result = await backend.generate({ ...request, purpose: { ...request.purpose, retry } }, { signal });
      return result.ok ? result.value.text : result.error.kind;
    };
    expect([await say(0), await say(1), await say(2)]).toEqual(["fixer-1r0", "fixer-1r1", "fixer-1r0"]);
  });
  it("gives every character of the reply", async () => {
    const text = "a\r\n\tb  ünïcødé 👩‍👩‍👧 \u0000 ``` <<<<<<< SEARCH\n";
    const result = await createScriptedBackend({ turnMs: 0, replies: () => text }).generate(aRequest({ maxTokens: 1 }), { signal });
    expect(result.ok && result.value.text).toBe(text);
  });
});

describe("openai-compatible, when it goes wrong", () => {
  const signal = new AbortController().signal;
  const limits = { totalMs: 3000, silenceMs: 200, firstTokenMs: 400 };
  const ask = async (complete: Reply, over = {}) => {
    const backend = createOpenAiCompatibleBackend({ baseUrl: await serve(complete), model: "tiny", limits });
    return backend.generate(aRequest(over), { signal });
  };

  it.each<[string, string, Reply]>([
    [
      "never-stopped",
      "no token came for 400 ms",
      (_, response) => {
        sse(response).flushHeaders();
      },
    ],
    ["never-stopped", "no token came for 200 ms", (_, response) => void sse(response).write(event("a"))],
    [
      "never-stopped",
      "tokens, 48 were asked for",
      (_, response) => {
        sse(response);
        const timer = setInterval(() => response.write(event("more ").repeat(10)), 2);
        response.on("close", () => {
          clearInterval(timer);
        });
      },
    ],
    ["lost", "the connection ended in the middle", (_, response) => void sse(response).end(event("half"))],
    [
      "lost",
      "in the middle of the reply",
      (request, response) => {
        sse(response).write(event("half"));
        setTimeout(() => request.socket.destroy(), 30);
      },
    ],
    ["lost", "slot unavailable", (_, response) => void sse(response).end(`data: {"error":{"message":"slot unavailable"}}\n\n`)],
    ["lost", "not a chat completion", (_, response) => void sse(response).end("data: <html>\n\n")],
    ["unavailable", "too long", (_, response) => void response.writeHead(400).end('{"error":{"message":"context too long"}}')],
    ["out-of-memory", "no memory", (_, response) => void response.writeHead(500).end('{"error":"failed to allocate memory"}')],
    ["unavailable", "answered 401", (_, response) => void response.writeHead(401).end()],
  ])("%s: %s", async (kind, message, complete) => {
    const result = await ask(complete);
    expect(result).toMatchObject({ ok: false, error: { kind, message: expect.stringContaining(message) as unknown } });
  });

  it("tells the server to stop when it stops listening", async () => {
    let closed = false;
    await ask((_, response) => {
      sse(response).write(event("a"));
      response.on("close", () => (closed = true));
    });
    await expect.poll(() => closed).toBe(true);
  });

  it("sends what was asked and no more", async () => {
    let sent: unknown = null;
    await ask(
      (request, response, body) => {
        sent = [request.headers["authorization"], body];
        sse(response).end(event("x", "stop"));
      },
      { grammar: '{"type":"object"}' },
    );
    expect(sent).toMatchInlineSnapshot(`
      [
        undefined,
        {
          "chat_template_kwargs": {
            "enable_thinking": false,
          },
          "max_tokens": 48,
          "messages": [
            {
              "content": "You write.",
              "role": "system",
            },
            {
              "content": "Write.",
              "role": "user",
            },
          ],
          "model": "tiny",
          "response_format": {
            "json_schema": {
              "name": "reply",
              "schema": {
                "type": "object",
              },
              "strict": true,
            },
            "type": "json_schema",
          },
          "seed": 7,
          "stream": true,
          "stream_options": {
            "include_usage": true,
          },
          "temperature": 0.2,
        },
      ]
    `);
  });

  it("an answer that is not streamed, or cut anywhere, is read all the same", async () => {
    const whole = await ask((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ choices: [{ message: { content: "all" }, finish_reason: "stop" }], usage: { completion_tokens: 1 } }),
      );
    });
    expect(whole).toMatchObject({ ok: true, value: { text: "all", tokens: 1 } });
    const bytes = Buffer.from(`: hi\r\n\r\n${event("é👍").replaceAll("\n", "\r\n")}${event("!", "stop")}data: [DONE]\n\n`);
    const cut = await ask((_, response) => {
      sse(response);
      let at = 0;
      const timer = setInterval(() => {
        response.write(bytes.subarray(at, at + 7));
        at += 7;
        if (at >= bytes.length) {
          clearInterval(timer);
          response.end();
        }
      }, 1);
    });
    expect(cut).toMatchObject({ ok: true, value: { text: "é👍!" } });
  });

  it.each([
    ["http://models.example.com/v1", "is not on this computer"],
    ["http://192.168.1.4:8080", "is not on this computer"],
    ["http://127.0.0.1.example.com", "is not on this computer"],
    ["ftp://localhost", "is not a server's address"],
    ["", "is not a server's address"],
    ["http://user:pw@localhost:1", "is not a server's address"],
  ])("%s is refused before anything is sent", async (baseUrl, message) => {
    const backend = createOpenAiCompatibleBackend({
      baseUrl,
      model: "m",
      fetch: () => {
        throw new Error("sent");
      },
    });
    expect((await backend.probe()).reason).toContain(message);
    expect(await backend.generate(aRequest(), { signal })).toMatchObject({ ok: false, error: { kind: "unavailable" } });
  });

  it("nothing answers, no such model, no list", async () => {
    const gone = createOpenAiCompatibleBackend({ baseUrl: "http://127.0.0.1:9", model: "m" });
    expect((await gone.probe()).reason).toContain("does not answer");
    const other = createOpenAiCompatibleBackend({ baseUrl: await serve(words), model: "large" });
    expect((await other.probe()).reason).toBe('the server has no model "large". It has: tiny.');
    const odd = createOpenAiCompatibleBackend({
      baseUrl: await serve(words, (_, response) => void response.end("<html>")),
      model: "m",
    });
    expect((await odd.probe()).reason).toContain("not with a list of models");
  });

  it("takes the server's first model and its context when none was named", async () => {
    const backend = createOpenAiCompatibleBackend({ baseUrl: (await serve(words)).replace("http://", ""), model: "" });
    await backend.load({ signal, onProgress: () => undefined });
    expect([backend.identity.model, backend.capabilities.contextTokens]).toEqual(["tiny", 4096]);
  });
});
