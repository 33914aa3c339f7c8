/** The built app, served as `npm start` serves it. */
import { join } from "node:path";
import { startStaticServer, type StaticServer } from "../../src/cli/static-server.ts";

export function startApp(): Promise<StaticServer> {
  return startStaticServer({ root: join(import.meta.dirname, "../../dist"), port: 0 });
}
