import type { RepoSource } from "./ports/index.ts";

/** The host that answers for a repository, and the only one that its token goes to; null: nobody is asked. */
export function hostOf(source: RepoSource): string | null {
  switch (source.kind) {
    case "github":
    case "gitlab":
      return new URL(source.apiBase).host;
    case "git":
      return new URL(source.url).host;
    default:
      return null;
  }
}
