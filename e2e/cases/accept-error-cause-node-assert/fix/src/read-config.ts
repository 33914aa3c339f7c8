import { ConfigError } from "./config-error";

export interface Config {
  readonly station: string;
  readonly port: number;
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConfigError(file, "is not valid JSON", { cause });
  }
}

export function readConfig(file: string, text: string): Config {
  const raw = parse(file, text);
  if (typeof raw !== "object" || raw === null) throw new ConfigError(file, "must be an object");
  const { station, port = 8080 } = raw as { station?: unknown; port?: unknown };
  if (typeof station !== "string") throw new ConfigError(file, "station must be a string");
  if (typeof port !== "number") throw new ConfigError(file, "port must be a number");
  return { station, port };
}
