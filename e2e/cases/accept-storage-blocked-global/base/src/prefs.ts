import { DEFAULTS, isPrefs, type Prefs } from "./shape";

const KEY = "reading-prefs";

export function loadPrefs(): Prefs {
  const text = localStorage.getItem(KEY);
  if (text === null) return DEFAULTS;
  const value: unknown = JSON.parse(text);
  return isPrefs(value) ? value : DEFAULTS;
}
