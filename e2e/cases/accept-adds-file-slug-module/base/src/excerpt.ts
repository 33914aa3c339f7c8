import type { Article } from "./article";

export function excerptOf(article: Article, limit = 80): string {
  const text = article.paragraphs[0] ?? "";
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  const space = cut.lastIndexOf(" ");
  return `${space > 0 ? cut.slice(0, space) : cut}…`;
}
