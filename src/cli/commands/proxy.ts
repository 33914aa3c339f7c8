/** `fixgate proxy`: the page reads a Git host by way of this machine, until Ctrl-C. */
import { readArguments } from "../arguments.ts";
import { startGitProxy, type GitProxy } from "../git-proxy.ts";

const USAGE = `Usage: fixgate proxy --allow <host>... [--port <number>] [--host <address>]

  --allow <host>    a Git host that it may ask; may be given more than once
  --port <number>   the port to listen on (default 9999)
  --host <address>  the address to listen on (default 127.0.0.1: this machine alone)

Then name its address in the settings, under "Git proxy". It serves cloning alone, and passes no credentials on.`;

export async function proxy(args: readonly string[]): Promise<number> {
  const read = readArguments(args, USAGE, {
    allow: { type: "string", multiple: true },
    port: { type: "string" },
    host: { type: "string" },
  });
  if (!read.go) return read.code;
  const { allow = [], port: rawPort = "9999", host } = read.values;
  const port = Number(rawPort);
  if (allow.length === 0 || !(Number.isInteger(port) && port >= 0 && port < 65536)) {
    console.error(USAGE);
    return 2;
  }
  let started: GitProxy;
  try {
    started = await startGitProxy({ hosts: allow, port, ...(host === undefined ? {} : { host }) });
  } catch (error) {
    console.error(`fixgate: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  console.log(`Git proxy for ${allow.join(", ")} at ${started.url} (Ctrl-C ends it)`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  await started.close();
  return 0;
}
