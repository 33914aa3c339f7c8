import { uniqueTags } from "./tags";

export function tagLine(tags: readonly string[]): string {
  return uniqueTags(tags)
    .map((tag) => `#${tag.replaceAll(" ", "-")}`)
    .join(" ");
}
