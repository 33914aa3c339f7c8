import { familyName } from "./family-name";

export function sortNames(names: readonly string[]): string[] {
  return [...names].sort((a, b) => {
    const left = familyName(a).normalize("NFD");
    const right = familyName(b).normalize("NFD");
    return left < right ? -1 : left > right ? 1 : 0;
  });
}
