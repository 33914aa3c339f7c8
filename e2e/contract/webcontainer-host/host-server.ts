/**
 * The other half of the test host: real Node processes in a temporary folder, on loopback, and a package registry that
 * serves this project's own node_modules. For tests only; never shipped.
 */
import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import type http from "node:http";
import os from "node:os";
import path from "node:path";
import { build as bundle, type Plugin } from "esbuild";
import { serveFolder, type StaticServer } from "../browser.ts";

const FRAMED: Readonly<Record<string, string>> = {
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "cross-origin",
};

interface InternalTree {
  readonly d?: Readonly<Record<string, InternalTree>>;
  readonly f?: { readonly c?: string; readonly b?: boolean; readonly l?: string };
}

export interface WebContainerHost {
  readonly url: string;
  readonly registry: string;
  /** Query of each boot: where the client puts its key and mode. */
  readonly boots: readonly string[];
  /** Commands as they were run, program first. */
  readonly commands: readonly (readonly string[])[];
  readonly teardowns: () => number;
  close(): Promise<void>;
}

export async function startWebContainerHost(modules: string): Promise<WebContainerHost> {
  const temp = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "fixgate-container-"));
  const pages = path.join(temp, "pages");
  await bundle({
    entryPoints: [path.join(import.meta.dirname, "host-page.ts")],
    bundle: true,
    format: "iife",
    outfile: path.join(pages, "host-page.js"),
    logLevel: "error",
    plugins: [clientsComlink(modules)],
  });
  const boots: string[] = [];
  const commands: (readonly string[])[] = [];
  const processes = new Map<number, { readonly child: ChildProcess; readonly exit: Promise<number> }>();
  let root = "";
  let teardowns = 0;
  let ids = 0;
  let registry = "";

  const inside = (name: string): string => {
    const full = path.resolve(root, name);
    if (full !== root && !full.startsWith(root + path.sep)) throw new Error(`outside of the container: ${name}`);
    return full;
  };
  const killAll = (): void => {
    for (const { child } of processes.values()) kill(child);
    processes.clear();
  };
  function mount(tree: InternalTree, at: string): void {
    fs.mkdirSync(at, { recursive: true });
    for (const [name, node] of Object.entries(tree.d ?? {})) {
      const target = path.join(at, name);
      if (node.f === undefined) mount(node, target);
      else if (node.f.l !== undefined) fs.symlinkSync(node.f.l, target);
      else fs.writeFileSync(target, Buffer.from(node.f.c ?? "", node.f.b === true ? "latin1" : "utf8"));
    }
  }

  type Body = Readonly<Record<string, unknown>>;
  const text = (body: Body, key: string): string => String(body[key]);
  const operations: Readonly<Record<string, (body: Body) => unknown>> = {
    build: (body) => {
      boots.push(text(body, "query"));
      root = fs.mkdtempSync(path.join(temp, "workdir-"));
    },
    runtimeInfo: () => ({ path: process.env["PATH"] ?? "", cwd: root }),
    teardown: () => {
      teardowns++;
      killAll(); // Its folder goes when the host is closed: deleting node_modules would block the next boot.
    },
    readFile: (body) => fs.readFileSync(inside(text(body, "path"))).toString("base64"),
    writeFile: (body) => {
      fs.writeFileSync(inside(text(body, "path")), Buffer.from(text(body, "data"), "base64"));
    },
    readdir: (body) => fs.readdirSync(inside(text(body, "path"))),
    mkdir: (body) => fs.mkdirSync(inside(text(body, "path")), { recursive: body["recursive"] === true }),
    rm: (body) => {
      fs.rmSync(inside(text(body, "path")), { recursive: body["recursive"] === true, force: body["force"] === true });
    },
    rename: (body) => {
      fs.renameSync(inside(text(body, "from")), inside(text(body, "to")));
    },
    loadFiles: (body) => {
      mount(JSON.parse(text(body, "tree")) as InternalTree, inside(text(body, "at")));
    },
    spawn: (body) => {
      const args = body["args"] as readonly string[];
      const program = text(body, "command");
      commands.push([program, ...args]);
      const child = spawn(program === "node" ? process.execPath : program, args, {
        cwd: inside(typeof body["cwd"] === "string" ? body["cwd"] : ""),
        env: {
          PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`,
          HOME: temp,
          npm_config_cache: path.join(temp, "npm-cache"),
          npm_config_registry: registry,
          npm_config_update_notifier: "false",
          ...(body["env"] as Readonly<Record<string, string>> | undefined),
        },
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      });
      const id = ++ids;
      const exit = new Promise<number>((resolve) => {
        child.on("exit", () => setTimeout(kill, 500, child));
        child.on("close", (code) => {
          resolve(code ?? 137);
        });
      });
      processes.set(id, { child, exit });
      return id;
    },
    exit: (body) => processes.get(Number(body["id"]))?.exit ?? 137,
    kill: (body) => {
      const known = processes.get(Number(body["id"]));
      if (known !== undefined) kill(known.child);
    },
  };

  function handle(request: http.IncomingMessage, response: http.ServerResponse): boolean {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === "/headless") {
      response
        .writeHead(200, { "content-type": "text/html", ...FRAMED })
        .end('<!doctype html><script src="/host-page.js"></script>');
      return true;
    }
    if (url.pathname === "/host/output") {
      response.writeHead(200, { "content-type": "application/octet-stream", "x-accel-buffering": "no" });
      response.flushHeaders();
      const known = processes.get(Number(url.searchParams.get("id")));
      for (const stream of [known?.child.stdout, known?.child.stderr]) stream?.on("data", (chunk: Buffer) => response.write(chunk));
      void (known?.exit ?? Promise.resolve()).then(() => response.end());
      return true;
    }
    if (url.pathname.startsWith("/registry/")) {
      serveTarball(modules, decodeURIComponent(url.pathname.slice("/registry/".length)), response);
      return true;
    }
    if (!url.pathname.startsWith("/host/")) return false;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void answer(url.pathname.slice("/host/".length), Buffer.concat(chunks).toString()).then((body) =>
        response.writeHead(200, { "content-type": "application/json" }).end(body),
      );
    });
    return true;
  }
  async function answer(name: string, body: string): Promise<string> {
    try {
      const operation = operations[name];
      if (operation === undefined) throw new Error(`no such operation: ${name}`);
      return JSON.stringify({ value: (await operation(JSON.parse(body) as Body)) ?? null });
    } catch (reason) {
      return JSON.stringify({ error: reason instanceof Error ? reason.message : String(reason) });
    }
  }

  const server: StaticServer = await serveFolder({ folder: pages, headers: FRAMED, handle });
  registry = `${server.url}registry/`;
  return {
    url: server.url,
    registry,
    boots,
    commands,
    teardowns: () => teardowns,
    async close() {
      killAll();
      await server.close();
      fs.rmSync(temp, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
    },
  };
}

/** The client brings a Comlink of its own, whose messages are not those of the version that this project uses elsewhere. */
function clientsComlink(modules: string): Plugin {
  const vendored = path.join(modules, "@webcontainer/api/dist/vendor/index.js");
  return {
    name: "clients-comlink",
    setup(build) {
      build.onResolve({ filter: /^comlink$/ }, () => ({ path: "comlink", namespace: "client" }));
      build.onLoad({ filter: /.*/, namespace: "client" }, () => ({
        contents: `import { Comlink } from ${JSON.stringify(vendored)}; export const { expose, proxy } = Comlink;`,
        resolveDir: path.dirname(vendored),
      }));
    },
  };
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}

/** `<location in node_modules>.tgz`, packed as npm packs: one folder named "package". */
function serveTarball(modules: string, name: string, response: http.ServerResponse): void {
  const location = name.replace(/\.tgz$/, "");
  const folder = path.join(path.dirname(modules), location);
  if (!location.startsWith("node_modules/") || location.includes("..") || !fs.existsSync(path.join(folder, "package.json"))) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": "application/octet-stream" });
  spawn("tar", ["-cf", "-", "--exclude=./node_modules", "--transform=s,^\\.,package,", "-C", folder, "."], {
    stdio: ["ignore", "pipe", "ignore"],
  }).stdout.pipe(response);
}
