/** The built app, served as `npm start` serves it, or as a host of plain files does. */
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { startStaticServer, type StaticServer } from "../../src/cli/static-server.ts";

export function startApp(): Promise<StaticServer> {
  return startStaticServer({ root: join(import.meta.dirname, "../../dist"), port: 0 });
}

/** As GitHub Pages does: below a folder's name, and without any header that isolates the page. */
export async function startAppInFolder(folder: string): Promise<StaticServer> {
  const app = await startApp();
  const server = createServer((request, response) => {
    if (request.url?.startsWith(`/${folder}/`) !== true) {
      response.writeHead(404).end();
      return;
    }
    get(new URL(request.url.slice(folder.length + 2), app.url), (inner) => {
      const headers = Object.entries(inner.headers).filter(([name]) => !name.startsWith("cross-origin-"));
      response.writeHead(inner.statusCode ?? 500, Object.fromEntries(headers));
      inner.pipe(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "localhost", resolve);
  });
  return {
    url: `http://localhost:${String((server.address() as AddressInfo).port)}/${folder}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await app.close();
    },
  };
}
