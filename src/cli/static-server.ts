/**
 * Serves one folder to this machine and nobody else, with the headers that make the page cross-origin isolated. A path
 * that would leave the folder is refused: by its segments, and again by where a symbolic link really leads.
 */
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, sep } from "node:path";
import { pipeline } from "node:stream/promises";

const MIME: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".md": "text/plain; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".ttf": "font/ttf",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const HEADERS: Readonly<Record<string, string>> = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  // Names without a hash (engine, packs) change with a build: ask again, and be told "not modified".
  "Cache-Control": "no-cache",
};

/**
 * Isolates the page, for every engine but WebKit: there a frame of an opaque origin in an isolated page can neither start a
 * blob: worker nor read a Blob, so the sandbox would not run. What asks for isolation (threads, WebContainer) says that it is missing.
 */
export function embedderPolicyFor(userAgent: string): Readonly<Record<string, string>> {
  const isWebKit = userAgent.includes("AppleWebKit/") && !/Chrom(e|ium)\//.test(userAgent);
  return isWebKit ? {} : { "Cross-Origin-Embedder-Policy": "require-corp" };
}

/** Loaded into a frame of an opaque origin: to Firefox such a frame is another origin than the page that embeds it. */
const FOR_OPAQUE_FRAMES = new Set(["engine/sandbox.html"]);

export interface StaticServer {
  /** "http://localhost:4173/". */
  readonly url: string;
  close(): Promise<void>;
}

/** Port 0: any free one. Rejects where the port is taken. */
export async function startStaticServer(options: {
  readonly root: string;
  readonly port: number;
  /** Default: this machine alone. */
  readonly host?: string;
}): Promise<StaticServer> {
  const root = await realpath(options.root);
  const server = createServer((request, response) => {
    answer(root, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "this file could not be read");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host ?? "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${String(port)}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    refuse(response, 405, "only GET and HEAD are answered here");
    return;
  }
  const path = pathOf(request.url ?? "/");
  if (path === null) {
    refuse(response, 400, "this path is not one of this site's");
    return;
  }
  const file = await locate(root, path);
  if (file === null) {
    refuse(response, 404, "there is no such file here");
    return;
  }
  const etag = `"${file.size.toString(36)}-${Math.round(file.modified).toString(36)}"`;
  const headers = {
    ...HEADERS,
    ...embedderPolicyFor(request.headers["user-agent"] ?? ""),
    Vary: "User-Agent",
    ...(FOR_OPAQUE_FRAMES.has(path) ? { "Cross-Origin-Resource-Policy": "cross-origin" } : {}),
    ETag: etag,
  };
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    "Content-Type": MIME[extname(file.path).toLowerCase()] ?? "application/octet-stream",
    "Content-Length": String(file.size),
  });
  if (request.method === "HEAD") response.end();
  else await pipeline(createReadStream(file.path), response).catch(() => undefined);
}

/** The path in the folder that a request asks for, or null where it tries to be anything else. */
export function pathOf(requestUrl: string): string | null {
  const raw = requestUrl.split(/[?#]/, 1)[0] ?? "/";
  let decoded: string;
  try {
    decoded = decodeURIComponent(raw);
  } catch {
    return null;
  }
  if (!decoded.startsWith("/") || /[\\\0]/.test(decoded)) return null;
  const segments = decoded.slice(1).split("/");
  if (segments.some((segment) => segment === ".." || segment === "." || segment.includes(":"))) return null;
  return decoded.endsWith("/") ? `${decoded.slice(1)}index.html` : decoded.slice(1);
}

async function locate(root: string, path: string): Promise<{ path: string; size: number; modified: number } | null> {
  try {
    const real = await realpath(join(root, path));
    if (!real.startsWith(root + sep)) return null;
    const found = await stat(real);
    return found.isFile() ? { path: real, size: found.size, modified: found.mtimeMs } : null;
  } catch {
    return null;
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" }).end(`${message}\n`);
}
