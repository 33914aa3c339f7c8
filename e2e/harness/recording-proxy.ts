/**
 * The one way out for a journey's browser context: a proxy that writes down every request, whichever frame, worker or
 * service worker made it, and forwards to this machine alone. What aims elsewhere is refused here and stays on record, so
 * "nothing left the page" is looked at from outside of the page.
 */
import { createServer, request, type IncomingMessage } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

export interface RecordedRequest {
  readonly method: string;
  /** "localhost:4173". */
  readonly host: string;
  /** Whole address; of a tunnel (https, WebSocket) only "host:port" is seen. */
  readonly url: string;
  readonly forwarded: boolean;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface RecordingProxy {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?|.*\.localhost)$/.test(hostname);

export async function startRecordingProxy(): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  const record = (message: IncomingMessage, host: string, forwarded: boolean): void => {
    requests.push({ method: message.method ?? "GET", host, url: message.url ?? "", forwarded, headers: { ...message.headers } });
  };
  const server = createServer((incoming, response) => {
    const target = URL.parse(incoming.url ?? "");
    const allowed = target !== null && target.protocol === "http:" && isLoopback(target.hostname);
    record(incoming, target?.host ?? "", allowed);
    if (!allowed) {
      response.writeHead(502, { "Content-Type": "text/plain" }).end("the recording proxy forwards to this machine only\n");
      return;
    }
    const onward = request(
      {
        host: target.hostname === "localhost" ? "127.0.0.1" : target.hostname.replace(/^\[|\]$/g, ""),
        port: target.port === "" ? 80 : Number(target.port),
        method: incoming.method,
        path: target.pathname + target.search,
        headers: incoming.headers,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    onward.on("error", () => {
      // As a browser without a proxy would see it: no answer at all.
      response.destroy();
    });
    response.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  server.on("connect", (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const target = URL.parse(`http://${incoming.url ?? ""}`);
    const allowed = target !== null && isLoopback(target.hostname);
    record(incoming, incoming.url ?? "", allowed);
    socket.on("error", () => socket.destroy());
    if (!allowed) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      return;
    }
    const onward = connect(Number(target.port || "443"), target.hostname === "localhost" ? "127.0.0.1" : target.hostname, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.write(head);
      onward.pipe(socket);
      socket.pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("close", () => onward.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}
