/** The registry that npm is set to here, on loopback and with the CORS headers that a page needs. */
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface RegistryProxy {
  readonly url: string;
  readonly requests: () => number;
  close(): Promise<void>;
}

export async function startRegistryProxy(): Promise<RegistryProxy> {
  const upstream = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  let requests = 0;
  const server = createServer((request, response) => {
    const head = {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Headers": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
    };
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(request.method === "OPTIONS" ? 204 : 405, head).end();
      return;
    }
    requests++;
    const forward = async (): Promise<void> => {
      const accept = request.headers.accept ?? "*/*";
      const answer = await fetch(new URL((request.url ?? "/").replace(/^\//, ""), upstream), { headers: { accept } });
      const type = answer.headers.get("content-type") ?? "application/octet-stream";
      // An address of the registry inside of a packument leads here too, or the page would go around this proxy.
      const bytes = type.includes("json")
        ? Buffer.from((await answer.text()).replaceAll(upstream, `${url}/`))
        : Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { ...head, "Content-Type": type, "Content-Length": bytes.length }).end(bytes);
    };
    forward().catch((error: unknown) => {
      response.writeHead(502, head).end(String(error));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
