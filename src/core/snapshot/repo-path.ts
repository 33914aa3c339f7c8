/**
 * A path inside a repository: relative, `/`-separated, free of `..`, `.`, empty segments, NUL and backslashes.
 * Parsed once, at the edge; the brand proves that it happened, so no later code has to ask whether a path escapes.
 */
import { err, ok, type Result } from "../result.ts";

declare const repoPath: unique symbol;
export type RepoPath = string & { readonly [repoPath]: true };

export type PathError = {
  readonly kind: "bad-path";
  readonly raw: string;
  readonly reason: "not-a-string" | "empty" | "absolute" | "escapes" | "segment" | "character" | "too-long";
};

const MAX_LENGTH = 4096;

/**
 * Accepts what git can store in a tree, as it stands there (no normalisation: a repository may hold NFD names).
 * For comparing against a mask use {@link foldPath}.
 */
export function parseRepoPath(raw: unknown): Result<RepoPath, PathError> {
  if (typeof raw !== "string") return err({ kind: "bad-path", raw: String(raw), reason: "not-a-string" });
  const bad = (reason: PathError["reason"]) => err({ kind: "bad-path" as const, raw, reason });
  if (raw === "") return bad("empty");
  if (raw.length > MAX_LENGTH) return bad("too-long");
  if (raw.startsWith("/") || /^[A-Za-z]:/.test(raw)) return bad("absolute");
  // eslint-disable-next-line no-control-regex -- control characters are what is being refused
  if (/[\\\u0000-\u001f\u007f]/.test(raw)) return bad("character");
  for (const segment of raw.split("/")) {
    if (segment === "..") return bad("escapes");
    if (segment === "" || segment === ".") return bad("segment");
  }
  return ok(raw as RepoPath);
}

/** For literals in our own code and tests; throws on a bad path, since that is a bug. */
export function repoPathOf(raw: string): RepoPath {
  const parsed = parseRepoPath(raw);
  if (!parsed.ok) throw new Error(`not a repository path (${parsed.error.reason}): ${JSON.stringify(raw)}`);
  return parsed.value;
}

/** The form in which paths are compared for the purpose of denying: NFC, without case, without trailing dots and spaces. */
export function foldPath(path: string): string {
  return path
    .normalize("NFKC")
    .toLowerCase()
    .split("/")
    .map((segment) => segment.replace(/[. ]+$/u, "") || segment)
    .join("/");
}
