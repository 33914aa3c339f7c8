import { isLocale, type Locale } from "./locales";

export function preferredLocale(): Locale {
  for (const tag of navigator.languages) {
    if (isLocale(tag)) return tag;
  }
  return "en";
}
