/** The `fixgate` command. Each command reads its own arguments and resolves to an exit code; here is only who gets called. */
export type Command = (args: readonly string[]) => number | Promise<number>;

/** Loaded when called: a help text should not wait for a compiler and a browser driver. */
const COMMANDS: Readonly<Record<string, { readonly load: () => Promise<Command>; readonly about: string }>> = {
  serve: {
    load: async () => (await import("./commands/serve.ts")).serve,
    about: "serve the app on this machine and print its address",
  },
  run: {
    load: async () => (await import("./commands/run.ts")).run,
    about: "run tickets of a repository in a headless Chromium and write what was verified",
  },
  demo: {
    load: async () => (await import("./commands/demo.ts")).demo,
    about: "run the bundled demos and check that they end as they should",
  },
  verify: {
    load: async () => (await import("./commands/verify.ts")).verify,
    about: "check a receipt or a pull request again with git, native Vitest and tsc",
  },
  proxy: {
    load: async () => (await import("./commands/proxy.ts")).proxy,
    about: "let the page read Git hosts that don't allow it, by way of this machine",
  },
  "pack-deps": {
    load: async () => (await import("./commands/pack-deps.ts")).packDeps,
    about: "pack this folder's node_modules into one file that the app can load",
  },
};

function usage(): string {
  const rows = Object.entries(COMMANDS).map(([name, command]) => `  fixgate ${name.padEnd(10)} ${command.about}`);
  return [
    "Usage: fixgate [command] [options]",
    "",
    ...rows,
    "",
    "Without a command the app is served.",
    "fixgate <command> --help says what a command takes.",
  ].join("\n");
}

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === "help" || name === "--help" || name === "-h") {
    console.log(usage());
    return 0;
  }
  // What somebody wants who types no more than the name: to see it.
  const command = COMMANDS[name ?? "serve"];
  if (command === undefined) {
    console.error(`fixgate: there is no command ${JSON.stringify(name)}\n\n${usage()}`);
    return 2;
  }
  return (await command.load())(rest);
}

process.exitCode = await main(process.argv.slice(2));
