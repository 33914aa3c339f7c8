/**
 * Tickets that people have fixed, and the clones that hold their fixes. A clone is only read: what the page opens is a
 * bare repository beside it that has one branch, at the fix's first parent, so that the fix can't be fetched from it.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { git, gitBytes } from "../../servers/git-repository.ts";

const ticketFile = v.object({
  tickets: v.array(
    v.object({
      repo: v.string(),
      fix: v.string(),
      src: v.array(v.string()),
      test: v.array(v.string()),
      title: v.string(),
      note: v.optional(v.string()),
    }),
  ),
});

export type CorpusTicket = v.InferOutput<typeof ticketFile>["tickets"][number];

export function readTickets(file: string): readonly CorpusTicket[] {
  return v.parse(ticketFile, JSON.parse(readFileSync(file, "utf8"))).tickets;
}

export interface Subject {
  readonly ticket: CorpusTicket;
  readonly id: string;
  readonly clone: string;
  readonly base: string;
  readonly baseTree: string;
  readonly fix: string;
}

/** Null where the folder has no clone of it, or the clone lacks the commit. */
export function findSubject(folder: string, ticket: CorpusTicket): Subject | null {
  const name = ticket.repo.split("/").at(-1) ?? ticket.repo;
  const clone = [ticket.repo.replace("/", "+"), name]
    .map((each) => join(folder, each))
    .find((each) => existsSync(join(each, ".git")));
  if (clone === undefined) return null;
  try {
    const fix = git(clone, ["rev-parse", "--verify", "-q", `${ticket.fix}^{commit}`]);
    const base = git(clone, ["rev-parse", `${fix}^1`]);
    const baseTree = git(clone, ["rev-parse", `${base}^{tree}`]);
    return { ticket, id: `${name}-${ticket.fix.slice(0, 7)}`, clone, base, baseTree, fix };
  } catch {
    return null;
  }
}

/** A bare repository named `<id>.git` in `root`: one branch, the base commit. */
export function publishBase(subject: Subject, root: string): string {
  const bare = join(root, `${subject.id}.git`);
  rmSync(bare, { recursive: true, force: true });
  mkdirSync(bare, { recursive: true });
  git(bare, ["init", "-q", "--bare", "-b", "main"]);
  writeFileSync(join(bare, "objects/info/alternates"), `${join(subject.clone, ".git/objects")}\n`);
  git(bare, ["update-ref", "refs/heads/main", subject.base]);
  return bare;
}

/** Null where the file isn't there at that commit. */
export function textAt(subject: Subject, commit: string, path: string): string | null {
  try {
    return gitBytes(subject.clone, ["show", `${commit}:${path}`]).toString("utf8");
  } catch {
    return null;
  }
}

export const pathsAt = (subject: Subject, commit: string): readonly string[] =>
  git(subject.clone, ["ls-tree", "-r", "--name-only", "-z", commit])
    .split("\0")
    .filter((path) => path !== "");

/** The base tree with the named files as the fix commit has them: what the candidate must be, byte for byte. */
export function goldTree(subject: Subject, bare: string): string {
  const index = { GIT_INDEX_FILE: join(bare, "gold.index") };
  git(bare, ["read-tree", subject.base], undefined, index);
  for (const path of [...subject.ticket.src, ...subject.ticket.test]) {
    const [mode = "", , oid = ""] = git(subject.clone, ["ls-tree", subject.fix, "--", path]).split(/\s/);
    if (oid === "") git(bare, ["rm", "-q", "--cached", "--", path], undefined, index);
    else git(bare, ["update-index", "--add", "--cacheinfo", `${mode},${oid},${path}`], undefined, index);
  }
  return git(bare, ["write-tree"], undefined, index);
}

/** The tree that `git am` makes of an exported patch on a fresh clone of base; throws with git's words where it fails. */
export function treeAfterAm(bare: string, patch: Buffer, scratch: string): string {
  const clone = join(scratch, "am");
  rmSync(clone, { recursive: true, force: true });
  git(scratch, ["clone", "-q", bare, clone]);
  git(clone, ["am", "-q", "--keep-cr"], patch);
  return git(clone, ["rev-parse", "HEAD^{tree}"]);
}
