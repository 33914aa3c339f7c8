export const LOCALES = ["en", "nb", "de", "pt-BR"] as const;
export type Locale = (typeof LOCALES)[number];

export function isLocale(tag: string): tag is Locale {
  return (LOCALES as readonly string[]).includes(tag);
}
