/** `serveGit` in a thread of its own: for code under test that waits for git without giving the event loop a turn. */
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import type { GitHttpServerOptions } from "./git-http-server.ts";

export interface GitHttpThread {
  readonly origin: string;
  readonly close: () => Promise<unknown>;
}

const ENTRY = `
import { parentPort, workerData } from "node:worker_threads";
import { serveGit } from "./git-http-server.ts";
void serveGit(workerData).then(({ origin }) => parentPort?.postMessage(origin));
`;

export async function serveGitInThread(options: GitHttpServerOptions): Promise<GitHttpThread> {
  const built = await build({
    stdin: { contents: ENTRY, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
    logLevel: "silent",
  });
  const thread = new Worker(built.outputFiles[0]?.text ?? "", { eval: true, workerData: options });
  const origin = await new Promise<string>((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
  });
  return { origin, close: () => thread.terminate() };
}
