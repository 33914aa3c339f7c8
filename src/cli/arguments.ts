/** Reads a command's options; a mistake becomes a message with the usage, not a stack trace. */
import { parseArgs, type ParseArgsConfig } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Prints usage or the mistake and returns the exit code instead of values where the command should not go on. */
export function readArguments<const O extends Options>(args: readonly string[], usage: string, options: O) {
  try {
    const parsed = parseArgs({
      args: [...args],
      strict: true,
      options: { ...options, help: { type: "boolean", short: "h" } },
    });
    if ((parsed.values as { help?: boolean }).help === true) {
      console.log(usage);
      return { go: false, code: 0 } as const;
    }
    return { go: true, values: parsed.values } as const;
  } catch (error) {
    console.error(`fixgate: ${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return { go: false, code: 2 } as const;
  }
}
