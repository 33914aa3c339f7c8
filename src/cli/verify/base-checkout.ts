/**
 * A fresh clone of the repository in a temporary folder, with the patch applied by git itself; or, where there is no patch,
 * with the commit that holds the receipt's result on its base. Four trees come out: base, base with the tests alone, base with
 * the fix alone, and the candidate. Whatever git says differs from the receipt is said, not repaired.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { err, ok, type Result } from "../../core/result.ts";
import { repoPathOf } from "../../core/snapshot/index.ts";
import { isTestPath } from "../../core/write-mask/index.ts";
import type { ReceiptDetails } from "../../core/receipt/index.ts";

export interface VerifyError {
  readonly message: string;
}

export interface Checkout {
  readonly folder: string;
  readonly trees: { readonly base: string; readonly baseWithTests: string; readonly fix: string; readonly candidate: string };
  readonly changed: readonly {
    readonly path: string;
    readonly side: "fixer" | "test-writer";
    readonly before: string | null;
    readonly after: string | null;
  }[];
  /** Whether base holds a file at this path. */
  has(path: string): boolean;
  /** A bundle of one commit that holds this tree. */
  bundle(tree: string): Uint8Array<ArrayBuffer>;
}

const IDENTITY = [
  "-c",
  "user.name=fixgate",
  "-c",
  "user.email=verify@localhost",
  "-c",
  "core.autocrlf=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "commit.gpgsign=false",
];

export interface CheckoutSource {
  /** Folder or address. */
  readonly repo: string;
  /** A ref that a clone does not bring along: a pull request's head. */
  readonly ref: string | null;
  readonly patchFile: string | null;
}

export function checkOut(source: CheckoutSource, receipt: ReceiptDetails): Result<Checkout, VerifyError> {
  const folder = mkdtempSync(join(tmpdir(), "fixgate-verify-"));
  const made = checkOutIn(folder, source, receipt);
  if (!made.ok) rmSync(folder, { recursive: true, force: true });
  return made;
}

function checkOutIn(
  folder: string,
  { repo, ref, patchFile }: CheckoutSource,
  receipt: ReceiptDetails,
): Result<Checkout, VerifyError> {
  const clone = join(folder, "repository");
  const git = (args: readonly string[], input?: string): string =>
    execFileSync("git", [...IDENTITY, ...args], {
      cwd: clone,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
      maxBuffer: 1 << 28,
      ...(input === undefined ? {} : { input }),
    }).trimEnd();
  const run = <T>(what: string, work: () => T): Result<T, VerifyError> => {
    try {
      return ok(work());
    } catch (error) {
      const said = typeof error === "object" && error !== null && "stderr" in error ? String(error.stderr).trim() : String(error);
      return err({ message: `${what}: ${said.split("\n").slice(-3).join(" ")}` });
    }
  };

  const cloned = run("the repository can't be cloned", () => {
    const isFolder = existsSync(repo);
    if (isFolder && !existsSync(join(repo, ".git")) && !existsSync(join(repo, "HEAD"))) {
      // A plain folder: what stands in it is taken as one commit.
      cpSync(resolve(repo), clone, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => !/(^|[\\/])node_modules$/.test(path),
      });
      git(["init", "-q"]);
      git(["add", "-A", "-f"]);
      git(["commit", "-q", "--allow-empty", "-m", "base"]);
    } else
      execFileSync("git", ["clone", "-q", "--no-checkout", isFolder ? resolve(repo) : repo, clone], {
        stdio: ["ignore", "ignore", "pipe"],
      });
    if (ref !== null) git(["fetch", "-q", "origin", `+${ref}:refs/fixgate/asked`]);
  });
  if (!cloned.ok) return cloned;

  const { base } = receipt.trees;
  const commit = run("base", () => {
    const all = git(["log", "--all", "--format=%H %T"])
      .split("\n")
      .map((line) => line.split(" "));
    const named =
      all.find(([hash, tree]) => tree === base && (receipt.repository.commit === null || hash === receipt.repository.commit)) ??
      all.find(([, tree]) => tree === base);
    return named?.[0] ?? null;
  });
  if (!commit.ok) return commit;
  const { value: baseCommit } = commit;
  if (baseCommit === null) return err({ message: `no commit of this repository has the receipt's base tree ${base}` });

  const published = run("commits", () =>
    git(["log", "--all", "--format=%H %T %P"])
      .split("\n")
      .map((line) => line.split(" "))
      .find(([, tree, ...parents]) => tree === receipt.trees.candidate && parents.includes(baseCommit)),
  );
  if (!published.ok) return published;
  const [result] = published.value ?? [];
  if (patchFile === null && result === undefined)
    return err({
      message: `no commit of this repository has the receipt's result ${receipt.trees.candidate} on its base, and there is no patch`,
    });

  const applied = run("the patch does not apply to base", () => {
    git(["checkout", "-q", "--detach", baseCommit]);
    if (patchFile !== null) git(["apply", "--index", "--whitespace=nowarn", resolve(patchFile)]);
    else if (result !== undefined) git(["read-tree", "-u", "--reset", result]);
    const candidate = git(["write-tree"]);
    const paths = git(["diff-tree", "-r", "-z", "--name-only", "--no-renames", base, candidate])
      .split("\0")
      .filter((path) => path !== "");
    /** The candidate with such paths put back to what base has. A name is no pattern: `[id].ts` is that file alone. */
    const putBack = (which: (path: string) => boolean): string => {
      git(["read-tree", candidate]);
      for (const path of paths.filter(which)) git(["--literal-pathspecs", "reset", "-q", baseCommit, "--", path]);
      return git(["write-tree"]);
    };
    const isTest = (path: string): boolean => isTestPath(repoPathOf(path));
    return { candidate, paths, fix: putBack(isTest), baseWithTests: putBack((path) => !isTest(path)) };
  });
  if (!applied.ok) return applied;
  const { candidate, paths, fix, baseWithTests } = applied.value;
  const text = (tree: string, path: string): string | null => {
    const shown = run("text", () => git(["show", `${tree}:${path}`]));
    return shown.ok ? `${shown.value}\n` : null;
  };
  return ok({
    folder: clone,
    trees: { base, baseWithTests, fix, candidate },
    changed: paths.map((path) => ({
      path,
      side: isTestPath(repoPathOf(path)) ? "test-writer" : "fixer",
      before: text(base, path),
      after: text(candidate, path),
    })),
    has: (path) => run("base", () => git(["cat-file", "-e", `${base}:${path}`])).ok,
    bundle(tree) {
      const hash = git(["commit-tree", tree, "-m", "tree"]);
      git(["update-ref", "refs/heads/fixgate-verify", hash]);
      const file = join(folder, "tree.bundle");
      git(["bundle", "create", "-q", file, "refs/heads/fixgate-verify"]);
      return new Uint8Array(readFileSync(file));
    },
  });
}
