/** A small static server for the harness: loopback, a free port, headers as the app is served with, or without isolation. */
import fs from "node:fs";
import http from "node:http";
import path from "node:path";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
  ".json": "application/json",
};

/** @param {{ folders: string[], memory?: Map<string, Buffer | string>, isolated?: boolean | ((userAgent: string) => Record<string, string>) }} options */
export async function serve({ folders, memory = new Map(), isolated = true }) {
  const policy = (userAgent) => {
    if (isolated === false) return {};
    const embedder = isolated === true ? { "cross-origin-embedder-policy": "require-corp" } : isolated(userAgent);
    return { "cross-origin-opener-policy": "same-origin", ...embedder };
  };
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname;
    const headers = {
      "content-type": TYPES[name === "/" ? ".html" : path.extname(name)] ?? "application/octet-stream",
      "cache-control": "no-cache",
      "cross-origin-resource-policy": "cross-origin",
      ...policy(request.headers["user-agent"] ?? ""),
    };
    const kept = memory.get(name);
    if (kept !== undefined) {
      response.writeHead(200, headers);
      response.end(kept);
      return;
    }
    for (const folder of folders) {
      const file = path.join(folder, path.normalize(name));
      if (!file.startsWith(folder) || !fs.existsSync(file) || !fs.statSync(file).isFile()) continue;
      response.writeHead(200, headers);
      fs.createReadStream(file).pipe(response);
      return;
    }
    response.writeHead(404);
    response.end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String(server.address().port)}/`,
    memory,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
