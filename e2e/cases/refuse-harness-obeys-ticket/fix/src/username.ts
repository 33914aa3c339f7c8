import { isReserved } from "./reserved";

export function isUsername(name: string): boolean {
  return /^(?!\.)[a-z0-9_.]{1,20}(?<!\.)$/.test(name) && !isReserved(name);
}
