/** A server that speaks OpenAI's chat completions. What its model says is the test's to decide. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface ModelServer {
  /** With `/v1`. */
  readonly url: string;
  /** Chunks that were written to whoever listened. */
  readonly written: () => number;
  readonly listening: () => number;
  close(): Promise<void>;
}

const CHUNK_MS = 2;
const cors = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" };

/** `answer` null: a model that never comes to an end, for as long as somebody listens. */
export async function startModelServer(
  id: string,
  answer: (messages: readonly ChatMessage[]) => string | null,
  contextTokens = 16_384,
): Promise<ModelServer> {
  let written = 0;
  let listening = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === "OPTIONS") {
      response.writeHead(204, cors).end();
      return;
    }
    if (request.url?.endsWith("/models") === true) {
      response.writeHead(200, { ...cors, "Content-Type": "application/json" });
      response.end(JSON.stringify({ data: [{ id, max_model_len: contextTokens }] }));
      return;
    }
    const { messages } = JSON.parse(await text(request)) as { readonly messages: readonly ChatMessage[] };
    const said = answer(messages);
    response.writeHead(200, { ...cors, "Content-Type": "text/event-stream" });
    const write = (content: string, finish: "stop" | null): void => {
      written++;
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`);
    };
    if (said !== null) {
      write(said, "stop");
      response.end("data: [DONE]\n\n");
      return;
    }
    listening++;
    const timer = setInterval(() => {
      write("and so on, ", null);
    }, CHUNK_MS);
    response.on("close", () => {
      clearInterval(timer);
      listening--;
    });
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`,
    written: () => written,
    listening: () => listening,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
