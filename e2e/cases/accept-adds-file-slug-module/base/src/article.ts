export interface Article {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export function wordCount(article: Article): number {
  return article.paragraphs.reduce((sum, paragraph) => sum + paragraph.split(/\s+/).filter(Boolean).length, 0);
}

/** Rounded up: nobody reads in zero minutes. */
export function minutesToRead(article: Article, wordsPerMinute = 220): number {
  return Math.max(1, Math.ceil(wordCount(article) / wordsPerMinute));
}
