import { ConfigError } from "./config-error";

export interface Config {
  readonly station: string;
  readonly port: number;
}

export function readConfig(file: string, text: string): Config {
  const raw: unknown = JSON.parse(text);
  if (typeof raw !== "object" || raw === null) throw new ConfigError(file, "must be an object");
  const { station, port = 8080 } = raw as { station?: unknown; port?: unknown };
  if (typeof station !== "string") throw new ConfigError(file, "station must be a string");
  if (typeof port !== "number") throw new ConfigError(file, "port must be a number");
  return { station, port };
}
