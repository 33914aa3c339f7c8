/** `fixgate serve`: the app on this machine, until Ctrl-C. */
import { spawn, spawnSync } from "node:child_process";
import { readArguments } from "../arguments.ts";
import { builtApp } from "../built-app.ts";
import { startStaticServer, type StaticServer } from "../static-server.ts";

const USAGE = `Usage: fixgate serve [--port <number>] [--host <address>] [--open]

  --port <number>  the port to listen on (default 4173; taken: any free one)
  --host <address> the address to listen on (default 127.0.0.1: this machine alone; 0.0.0.0 inside of a container)
  --open           open a browser, where there is one`;

const DEFAULT_PORT = 4173;

export async function serve(args: readonly string[]): Promise<number> {
  const read = readArguments(args, USAGE, {
    port: { type: "string" },
    host: { type: "string" },
    open: { type: "boolean" },
  });
  if (!read.go) return read.code;
  const port = read.values.port === undefined ? null : Number(read.values.port);
  if (port !== null && !(Number.isInteger(port) && port >= 0 && port < 65536)) {
    console.error(`fixgate: ${String(read.values.port)} is not a port`);
    return 2;
  }
  let server: StaticServer;
  try {
    server = await listen(port, read.values.host);
  } catch (error) {
    console.error(`fixgate: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  const reach = read.values.host === undefined ? "this machine only" : `listening on ${read.values.host}`;
  console.log(`Fixgate is served at ${server.url} (${reach}; Ctrl-C ends it)`);
  if (read.values.open === true) openBrowser(server.url);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  await server.close();
  return 0;
}

async function listen(port: number | null, host: string | undefined): Promise<StaticServer> {
  const root = builtApp();
  const at = host === undefined ? { root } : { root, host };
  if (port !== null) return startStaticServer({ ...at, port });
  try {
    return await startStaticServer({ ...at, port: DEFAULT_PORT });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return startStaticServer({ ...at, port: 0 });
    throw error;
  }
}

/** Only where somebody can look at it; that none could be opened is no failure, since the address has been printed. */
function openBrowser(url: string): void {
  const [command, args] =
    process.platform === "darwin"
      ? ["open", [url]]
      : process.platform === "win32"
        ? ["cmd", ["/c", "start", "", url]]
        : ["xdg-open", [url]];
  if (process.platform === "linux") {
    const screen = process.env["DISPLAY"] ?? process.env["WAYLAND_DISPLAY"] ?? "";
    if (screen === "" || spawnSync("which", ["xdg-open"]).status !== 0) return;
  }
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
