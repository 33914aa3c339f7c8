/**
 * A proxy for Git hosts that don't let a page read them: cloning over smart HTTP from hosts that were named, and nothing
 * else. It passes no credentials on, so that a token that was given to it by mistake goes nowhere, and it can't be used to
 * reach anything but those hosts.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface GitProxy {
  /** "http://localhost:9999". */
  readonly url: string;
  close(): Promise<void>;
}

export interface GitProxyOptions {
  /** "git.example.org", "127.0.0.1:3000": as they stand in an address. */
  readonly hosts: readonly string[];
  readonly port: number;
  readonly host?: string;
}

const SERVICE = /^\/([^/]+)(\/.+?)\/(info\/refs\?service=git-upload-pack|git-upload-pack)$/;
const PASSED_ON = ["accept", "content-type", "git-protocol", "accept-language"] as const;
const LOOPBACK = /^(localhost|127\.0\.0\.1)(:\d+)?$/;
const LIMIT_MS = 120_000;

export async function startGitProxy({ hosts, port, host = "127.0.0.1" }: GitProxyOptions): Promise<GitProxy> {
  const allowed = new Set(hosts);
  const server = createServer((request, response) => {
    answer(allowed, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 502, "the host could not be reached");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(allowed: ReadonlySet<string>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-methods", "GET, POST, OPTIONS");
  response.setHeader("access-control-allow-headers", "content-type, accept, git-protocol, accept-language");
  response.setHeader("access-control-expose-headers", "content-type, retry-after");
  if (request.method === "OPTIONS") {
    response.writeHead(204).end();
    return;
  }
  const [, host = "", path = "", service = ""] = SERVICE.exec(request.url ?? "") ?? [];
  const method = service === "git-upload-pack" ? "POST" : "GET";
  if (host === "" || request.method !== method) {
    refuse(response, 404, "only cloning goes through here: /<host>/<repository>/info/refs?service=git-upload-pack");
    return;
  }
  if (!allowed.has(host)) {
    refuse(response, 403, `${host} is not one of the hosts that this proxy was started for`);
    return;
  }
  const headers = Object.fromEntries(
    PASSED_ON.flatMap((name) => (typeof request.headers[name] === "string" ? [[name, request.headers[name]]] : [])),
  );
  const reply = await fetch(`${LOOPBACK.test(host) ? "http" : "https"}://${host}${path}/${service}`, {
    method,
    headers: { ...headers, "user-agent": "git/fixgate-proxy" },
    // Where a redirect leads is for the person to decide: it may be a host that was not named.
    redirect: "manual",
    signal: AbortSignal.timeout(LIMIT_MS),
    ...(method === "POST" ? { body: Readable.toWeb(request) as BodyInit, duplex: "half" as const } : {}),
  });
  if (reply.status >= 300 && reply.status < 400) {
    refuse(response, 404, `${host} sends this on to ${reply.headers.get("location") ?? "another address"}: open that address`);
    return;
  }
  for (const name of ["content-type", "retry-after", "cache-control"]) {
    const value = reply.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.writeHead(reply.status);
  if (reply.body === null) response.end();
  else await pipeline(Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]), response).catch(() => undefined);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${message}\n`);
}
