/**
 * A real Git server for tests: git's own `git http-backend` behind Node's http, on loopback, with CORS as a host would set
 * it up. Faults that hosts have are switched on by name; every request is kept, so that a test can look at all of them.
 */
import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gitEnvironment } from "./git-repository.ts";

export type GitFault =
  | { readonly kind: "status"; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Takes the request and says nothing. */
  | { readonly kind: "hang" }
  /** Cuts the answer to a fetch off after so many bytes; `silent` keeps the connection open instead. */
  | { readonly kind: "partial"; readonly bytes: number; readonly silent?: boolean }
  | { readonly kind: "redirect"; readonly to: string }
  | { readonly kind: "web-page" };

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface GitHttpServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  /** Bodies of POST requests as they came, one character a byte. */
  readonly posts: readonly { readonly url: string; readonly body: string }[];
  /** Paths (first segments) to faults; one at a time each. */
  readonly faults: Map<string, GitFault>;
  readonly close: () => Promise<void>;
}

export interface GitHttpServerOptions {
  /** Folder that holds the repositories. */
  readonly root: string;
  readonly cors?: boolean;
  /** Basic credentials that are asked for; without them: 401. */
  readonly password?: string;
  readonly allowPush?: boolean;
}

export async function serveGit(options: GitHttpServerOptions): Promise<GitHttpServer> {
  const requests: SeenRequest[] = [];
  const posts: { readonly url: string; readonly body: string }[] = [];
  const faults = new Map<string, GitFault>();
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers });
    if (options.cors !== false) {
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("access-control-allow-methods", "GET, POST, OPTIONS");
      response.setHeader("access-control-allow-headers", "*, authorization, content-type, accept, git-protocol");
      response.setHeader("access-control-expose-headers", "*");
    }
    if (request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    if (request.method === "POST") {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString("latin1")));
      request.on("end", () => posts.push({ url: request.url ?? "", body }));
    }
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const fault = faults.get(url.pathname.split("/")[1] ?? "");
    if (fault !== undefined && answerFault(fault, url, response)) return;
    if (options.password !== undefined && !authorised(request, options.password)) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end("authentication required");
      return;
    }
    serveBackend(options, request, response, url, fault?.kind === "partial" ? fault : null);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    posts,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

function authorised(request: IncomingMessage, password: string): boolean {
  const [, encoded = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  return Buffer.from(encoded, "base64").toString("utf8").split(":").slice(1).join(":") === password;
}

/** True: the request is answered (or never will be). */
function answerFault(fault: GitFault, url: URL, response: ServerResponse): boolean {
  switch (fault.kind) {
    case "status":
      response.writeHead(fault.status, fault.headers).end("refused");
      return true;
    case "hang":
      return true;
    case "redirect":
      response.writeHead(301, { location: `${fault.to}${url.pathname.replace(/^\/[^/]+/, "")}${url.search}` }).end();
      return true;
    case "web-page":
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>A page</title>");
      return true;
    case "partial":
      return false;
  }
}

function serveBackend(
  options: GitHttpServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  partial: Extract<GitFault, { kind: "partial" }> | null,
): void {
  const child = spawn("git", ["-c", "http.receivepack=" + String(options.allowPush === true), "http-backend"], {
    env: {
      ...gitEnvironment(),
      GIT_PROJECT_ROOT: options.root,
      GIT_HTTP_EXPORT_ALL: "1",
      REQUEST_METHOD: request.method ?? "GET",
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      REMOTE_ADDR: "127.0.0.1",
      REMOTE_USER: options.allowPush === true ? "tester" : "",
      ...(request.headers["git-protocol"] === undefined ? {} : { GIT_PROTOCOL: String(request.headers["git-protocol"]) }),
      ...(request.headers["content-length"] === undefined ? {} : { CONTENT_LENGTH: request.headers["content-length"] }),
      ...(request.headers["content-encoding"] === undefined ? {} : { HTTP_CONTENT_ENCODING: request.headers["content-encoding"] }),
    },
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => undefined);
  // CGI: headers, an empty line, the body.
  let head: Buffer | null = Buffer.alloc(0);
  let sent = 0;
  const send = (chunk: Buffer): void => {
    if (partial === null || request.method !== "POST") {
      response.write(chunk);
      return;
    }
    const left = Math.max(0, partial.bytes - sent);
    sent += chunk.length;
    if (left > 0) response.write(chunk.subarray(0, left));
    if (sent > partial.bytes && partial.silent !== true) response.destroy();
  };
  child.stdout.on("data", (chunk: Buffer) => {
    if (head === null) {
      send(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    let status = 200;
    for (const line of head.subarray(0, end).toString("latin1").split("\r\n")) {
      const colon = line.indexOf(":");
      const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
      if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.statusCode = status;
    const body = head.subarray(end + 4);
    head = null;
    if (body.length > 0) send(body);
  });
  child.stdout.on("end", () => {
    if (head !== null) response.writeHead(500);
    if (partial?.silent !== true || sent <= partial.bytes) response.end();
  });
  response.on("close", () => {
    child.kill();
  });
}
