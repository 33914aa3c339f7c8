export type Settings = { [key: string]: unknown };

const isSettings = (value: unknown): value is Settings => typeof value === "object" && value !== null && !Array.isArray(value);

/** Into `target`, deeply. Lists are replaced, not joined. */
export function merge(target: Settings, source: Settings): Settings {
  for (const key of Object.keys(source)) {
    if (key === "__proto__") continue;
    const value = source[key];
    const present = target[key];
    if (isSettings(value) && isSettings(present)) merge(present, value);
    else target[key] = value;
  }
  return target;
}
