/** Vite's `mergeConfig` as configuration files use it: arrays are joined, objects merged, later aliases come first. */
type Config = Record<string, unknown>;
const isObject = (value: unknown): value is Config =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof RegExp);
const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

export function mergeConfig(defaults: Config, overrides: Config, path = ""): Config {
  const merged: Config = { ...defaults };
  for (const [key, value] of Object.entries(overrides)) {
    if (value === null || value === undefined) continue;
    const existing = merged[key];
    if (existing === null || existing === undefined) merged[key] = value;
    else if (key === "alias" && (path === "resolve" || path === "" || path === "test")) merged[key] = mergeAlias(existing, value);
    else if (Array.isArray(existing) || Array.isArray(value)) merged[key] = [...asArray(existing), ...asArray(value)];
    else if (isObject(existing) && isObject(value))
      merged[key] = mergeConfig(existing, value, path === "" ? key : `${path}.${key}`);
    else merged[key] = value;
  }
  return merged;
}

function mergeAlias(first: unknown, second: unknown): unknown {
  if (isObject(first) && isObject(second)) return { ...first, ...second };
  return [...aliasList(second), ...aliasList(first)];
}

export function aliasList(alias: unknown): unknown[] {
  if (Array.isArray(alias)) return alias as unknown[];
  return isObject(alias) ? Object.entries(alias).map(([find, replacement]) => ({ find, replacement })) : [];
}
