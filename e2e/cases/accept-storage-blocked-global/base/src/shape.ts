export interface Prefs {
  readonly size: number;
  readonly dark: boolean;
}

export const DEFAULTS: Prefs = { size: 16, dark: false };

export function isPrefs(value: unknown): value is Prefs {
  if (typeof value !== "object" || value === null) return false;
  const { size, dark } = value as Partial<Record<keyof Prefs, unknown>>;
  return typeof size === "number" && typeof dark === "boolean";
}
