/**
 * What attacks aim at: a server of the test's own on loopback that answers everything as an accomplice would (any origin,
 * WebSockets, events) and counts whatever arrives, TCP connections and UDP packets alike. Prevents a door that looks
 * shut because the server behind it was.
 */
import { createHash } from "node:crypto";
import { createSocket } from "node:dgram";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface TargetServer {
  readonly port: number;
  /** "http://127.0.0.1:1234". */
  readonly url: string;
  /** Requests ("GET /fetch"), and "tcp" or "udp" for each connection or packet. Emptied by the reader. */
  readonly arrived: string[];
  close(): void;
}

const BODY: readonly (readonly [ending: RegExp, type: string, body: string])[] = [
  [/\.js$/, "text/javascript", "globalThis.doorLoaded = 1;"],
  [/\.css$/, "text/css", "body { color: red }"],
  [/events$/, "text/event-stream", "data: x\n\n"],
  [/./, "text/html", "<!doctype html><title>out</title>"],
];

export async function startTarget(): Promise<TargetServer> {
  const arrived: string[] = [];
  const server = http.createServer((request, response) => {
    arrived.push(`${request.method ?? ""} ${request.url ?? ""}`);
    const [, type, body] = BODY.find(([ending]) => ending.test(request.url ?? "")) ?? ["", "text/plain", ""];
    response.writeHead(200, {
      "content-type": type,
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cross-origin-embedder-policy": "require-corp",
      "service-worker-allowed": "/",
    });
    response.end(body);
  });
  server.on("connection", () => arrived.push("tcp"));
  server.on("upgrade", (request, socket: Socket) => {
    arrived.push(`WebSocket ${request.url ?? ""}`);
    const accept = createHash("sha1")
      .update(`${request.headers["sec-websocket-key"] ?? ""}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest("base64");
    socket.on("error", () => undefined);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const udp = createSocket("udp4");
  udp.on("message", () => arrived.push("udp"));
  await new Promise<void>((resolve, reject) => {
    udp.on("error", reject);
    udp.bind(port, "127.0.0.1", resolve);
  });
  return {
    port,
    url: `http://127.0.0.1:${String(port)}`,
    arrived,
    close() {
      udp.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
