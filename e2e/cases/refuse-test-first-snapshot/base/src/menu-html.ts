import type { Entry } from "./menu";

export function menuHtml(entries: readonly Entry[]): string {
  const items = entries.map((entry) => `<li><a href="${entry.target}">${entry.label}</a></li>`);
  return `<ul>${items.join("")}</ul>`;
}
