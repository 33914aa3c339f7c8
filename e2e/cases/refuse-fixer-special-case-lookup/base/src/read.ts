import { parse } from "./parse";

/** One value by section and key; undefined where there is none. */
export function read(text: string, section: string, key: string): string | undefined {
  return parse(text).get(section)?.get(key);
}
