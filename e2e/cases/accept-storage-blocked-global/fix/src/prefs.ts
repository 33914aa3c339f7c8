import { DEFAULTS, isPrefs, type Prefs } from "./shape";

const KEY = "reading-prefs";

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch (error) {
    if (error instanceof DOMException && error.name === "SecurityError") return null;
    throw error;
  }
}

export function loadPrefs(): Prefs {
  const text = read();
  if (text === null) return DEFAULTS;
  const value: unknown = JSON.parse(text);
  return isPrefs(value) ? value : DEFAULTS;
}
