import type { Entry } from "./menu";

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

export function menuHtml(entries: readonly Entry[]): string {
  const items = entries.map((entry) => `<li><a href="${escape(entry.target)}">${escape(entry.label)}</a></li>`);
  return `<ul>${items.join("")}</ul>`;
}
