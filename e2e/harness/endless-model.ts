/** A server that speaks OpenAI's chat completions and never comes to an end, for as long as somebody listens. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface EndlessModel {
  /** With `/v1`. */
  readonly url: string;
  /** Chunks that were written to whoever listened. */
  readonly written: () => number;
  readonly listening: () => number;
  close(): Promise<void>;
}

const CHUNK_MS = 2;

export async function startEndlessModel(): Promise<EndlessModel> {
  let written = 0;
  let listening = 0;
  const server = createServer((request, response) => {
    const cors = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" };
    if (request.method === "OPTIONS") {
      response.writeHead(204, cors).end();
      return;
    }
    if (request.url?.endsWith("/models") === true) {
      response.writeHead(200, { ...cors, "Content-Type": "application/json" });
      response.end(JSON.stringify({ data: [{ id: "endless", max_model_len: 4096 }] }));
      return;
    }
    response.writeHead(200, { ...cors, "Content-Type": "text/event-stream" });
    listening++;
    const timer = setInterval(() => {
      written++;
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: "and so on, " }, finish_reason: null }] })}\n\n`);
    }, CHUNK_MS);
    response.on("close", () => {
      clearInterval(timer);
      listening--;
    });
  });
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
