/** The `fixgate` command. Each command reads its own arguments and resolves to an exit code; here is only who gets called. */
import { demo } from "./commands/demo.ts";
import { packDeps } from "./commands/pack-deps.ts";
import { proxy } from "./commands/proxy.ts";
import { run } from "./commands/run.ts";
import { serve } from "./commands/serve.ts";
import { verify } from "./commands/verify.ts";

const COMMANDS: Readonly<
  Record<string, { readonly call: (args: readonly string[]) => number | Promise<number>; readonly about: string }>
> = {
  serve: { call: serve, about: "serve the app on this machine and print its address" },
  run: { call: run, about: "run tickets of a repository in a headless Chromium and write what was verified" },
  demo: { call: demo, about: "run the bundled demos and check that they end as they should" },
  verify: { call: verify, about: "check a receipt and its patch again with git, native Vitest and tsc" },
  proxy: { call: proxy, about: "let the page read Git hosts that don't allow it, by way of this machine" },
  "pack-deps": { call: packDeps, about: "pack this folder's node_modules into one file that the app can load" },
};

function usage(): string {
  const rows = Object.entries(COMMANDS).map(([name, command]) => `  fixgate ${name.padEnd(10)} ${command.about}`);
  return ["Usage: fixgate <command> [options]", "", ...rows, "", "fixgate <command> --help says what a command takes."].join("\n");
}

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    console.log(usage());
    return name === undefined ? 2 : 0;
  }
  const command = COMMANDS[name];
  if (command === undefined) {
    console.error(`fixgate: there is no command ${JSON.stringify(name)}\n\n${usage()}`);
    return 2;
  }
  return command.call(rest);
}

process.exitCode = await main(process.argv.slice(2));
