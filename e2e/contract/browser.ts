/** A Chromium and a static server on loopback, for contract suites that need a real browser. */
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { chromium, type Browser } from "playwright-core";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".pack": "application/octet-stream",
  ".json": "application/json",
};

export interface StaticServer {
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

export interface StaticServerOptions {
  readonly folder: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers before the folder does. */
  readonly handle?: (request: http.IncomingMessage, response: http.ServerResponse) => boolean;
}

export async function serveFolder({ folder, headers = {}, handle }: StaticServerOptions): Promise<StaticServer> {
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request.url ?? "");
    if (handle?.(request, response) === true) return;
    const name = new URL(request.url ?? "/", "http://localhost").pathname;
    const file = path.join(folder, path.normalize(name === "/" ? "/index.html" : name));
    fs.readFile(file, (failure, body) => {
      if (failure !== null) response.writeHead(404, headers).end();
      else
        response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream", ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

export const ISOLATED: Readonly<Record<string, string>> = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};

const KNOWN = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export function launchChromium(extra: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? KNOWN.find((file) => fs.existsSync(file));
  if (executablePath === undefined) throw new Error("no Chromium found: set CHROMIUM to its path");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      ...(extra.length > 0 ? [] : ["--disable-gpu"]),
      "--disable-quic",
      "--disable-background-networking",
      "--no-first-run",
      "--disable-component-update",
      "--disable-sync",
      ...extra,
    ],
  });
}
