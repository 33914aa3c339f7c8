/** Which files a role is shown first, from the ticket's words and the repository's paths alone. */
import type { RepoPath } from "../snapshot/index.ts";
import type { Ticket } from "../ticket/index.ts";

const SOURCE = /\.(?:[cm]?[jt]sx?|css|scss|html|vue|svelte|json|ya?ml)$/i;
const COMMON = new Set([
  "the",
  "and",
  "that",
  "this",
  "with",
  "for",
  "not",
  "src",
  "index",
  "test",
  "tests",
  "file",
  "when",
  "must",
  "should",
]);

/** Source files that the ticket seems to be about, best first; the ticket's own file always leads. */
export function rankPaths(ticket: Ticket, paths: readonly RepoPath[]): readonly RepoPath[] {
  const said = [ticket.title, ticket.body, ...ticket.acceptance.map((a) => a.statement)].join("\n");
  const words = wordsOf(said);
  const named = new Set(ticket.acceptance.flatMap((a) => ("path" in a ? [a.path as string] : "paths" in a ? a.paths : [])));
  const scored = paths.flatMap((path) => {
    if (path === ticket.file) return [{ path, score: 10_000 }];
    if (!SOURCE.test(path) || /(?:^|\/)(?:node_modules|dist|coverage|\.git)\//.test(path)) return [];
    let score = 0;
    if (ticket.touches.includes(path)) score += 2000;
    if (said.includes(path)) score += 1000;
    if (named.has(path)) score += 800;
    const base = path.slice(path.lastIndexOf("/") + 1);
    if (said.includes(base)) score += 400;
    for (const word of wordsOf(base.replace(/\.[^.]+$/, ""))) if (words.has(word)) score += 30;
    for (const word of wordsOf(path)) if (words.has(word)) score += 5;
    return score > 0 ? [{ path, score }] : [];
  });
  scored.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return scored.map((s) => s.path);
}

/** Paths that a module imports relatively, as they stand in the repository. */
export function relativeImports(path: RepoPath, text: string, paths: readonly RepoPath[]): readonly RepoPath[] {
  const known = new Map<string, RepoPath>(paths.map((p) => [p, p]));
  const found: RepoPath[] = [];
  for (const match of text.matchAll(/(?:from|import|require\()\s*["'](\.[^"']*)["']/g)) {
    const target = resolve(path, match[1] ?? "");
    if (target === null) continue;
    const stem = target.replace(/\.[cm]?jsx?$/, "");
    const hit = [
      target,
      ...[".ts", ".tsx", ".mts", ".js", ".jsx", "/index.ts", "/index.tsx", "/index.js"].flatMap((end) => [
        stem + end,
        target + end,
      ]),
    ]
      .map((candidate) => known.get(candidate))
      .find((p) => p !== undefined);
    if (hit !== undefined && !found.includes(hit)) found.push(hit);
  }
  return found;
}

/** Test files beside or named after one of the paths: what a new test should look like. */
export function testsNear(sources: readonly RepoPath[], tests: readonly RepoPath[]): readonly RepoPath[] {
  const stems = sources.map((p) =>
    p
      .slice(p.lastIndexOf("/") + 1)
      .replace(/\.[^.]+$/, "")
      .toLowerCase(),
  );
  const score = (test: RepoPath) => {
    const base = test.slice(test.lastIndexOf("/") + 1).toLowerCase();
    return stems.some((stem) => base.startsWith(`${stem}.`))
      ? 2
      : stems.some((stem) => stem !== "index" && base.includes(stem))
        ? 1
        : 0;
  };
  return [...tests].filter((t) => /\.[cm]?[jt]sx?$/.test(t)).sort((a, b) => score(b) - score(a) || (a < b ? -1 : 1));
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z][a-z0-9]{2,}/g);
  return new Set((words ?? []).filter((word) => !COMMON.has(word)));
}

function resolve(from: string, specifier: string): string | null {
  const parts = from.split("/").slice(0, -1);
  for (const segment of specifier.split("/")) {
    if (segment === "." || segment === "") continue;
    if (segment !== "..") parts.push(segment);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
