/**
 * Random changes, all the way round: real git makes both trees, we read, compare and write; real git applies. Says of each what
 * is not equal, or nothing. Many go through one repository, and one shell starts git for all of them: starting it from here for
 * every step was most of the time.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createExport } from "../../../workers/git/export/index.ts";
import type { CommitInfo } from "../../../src/app/ports/index.ts";
import { oidOf, type Oid } from "../../../src/core/snapshot/index.ts";
import { createObjectStore, toByteString, type ObjectStore } from "../../../src/protocol/git-objects.ts";
import { buildTree, diffTrees, updateTree } from "../../../src/protocol/git-trees.ts";
import { git, gitEnvironment, temporaryFolder } from "../../servers/git-repository.ts";
import type { RandomChange, RandomTree } from "./random-trees.ts";

const quoted = (path: string): string =>
  `"${[...Buffer.from(path)].map((byte) => (byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c ? `\\${byte.toString(8).padStart(3, "0")}` : String.fromCharCode(byte))).join("")}"`;

function fastImport(changes: readonly RandomChange[]): Buffer {
  const parts: Buffer[] = [];
  const commit = (branch: string, from: string | null, tree: RandomTree): void => {
    const parent = from === null ? "" : `from refs/heads/${from}\n`;
    parts.push(
      Buffer.from(`commit refs/heads/${branch}\ncommitter T <t@example.invalid> 1700000000 +0000\ndata 2\nx\n${parent}deleteall\n`),
    );
    for (const [path, file] of tree)
      parts.push(
        Buffer.from(`M ${file.mode} inline ${quoted(path)}\ndata ${String(file.bytes.length)}\n`),
        Buffer.from(file.bytes),
        Buffer.from("\n"),
      );
  };
  changes.forEach(({ base, result }, at) => {
    commit(`base-${String(at)}`, null, base);
    commit(`result-${String(at)}`, `base-${String(at)}`, result);
  });
  return Buffer.concat(parts);
}

function build(store: ObjectStore, tree: RandomTree): Oid {
  return buildTree(
    store,
    [...tree].map(([path, file]) => ({ path: toByteString(path), mode: file.mode, oid: store.putBlob(file.bytes) })),
  );
}

const MESSAGES = [
  "Fix the lock\n\nA body.",
  "Größe: 日本語 über alles, und noch viel mehr Wörter, die nicht in eine Zeile passen",
  "[AB-7] Re: =?UTF-8?q?x?= title",
  "x\n\nFrom: evil <evil@example.invalid>\n---\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nFrom 1234567890123456789012345678901234567890 Mon Sep 17 00:00:00 2001\n-- \n-- >8 --",
  "line\r\n\r\nwith CR\r\n",
  "",
];

/**
 * For each number that is given: `git apply --index` and `git am` on a checkout of base, `git fetch` of the bundle. What went
 * wrong stands in a file of its own; after that the work tree is made clean, so that the next one starts from nothing else.
 */
const SCRIPT = `
clean() { rm -rf .git/rebase-apply; git reset -q --hard; git clean -ffdxq; }
for i in "$@"; do
  { git checkout -q -f --detach "base-$i" && git apply --index --whitespace=nowarn ".git/out/$i.patch" &&
    git write-tree > ".git/out/$i.applied"; } 2> ".git/out/$i.apply-said" || { : > ".git/out/$i.apply-failed"; clean; }
  { git checkout -q -f -B "am-$i" "base-$i" && git am -q ".git/out/$i.patch"; } 2> ".git/out/$i.am-said" ||
    { : > ".git/out/$i.am-failed"; clean; }
  git fetch -q ".git/out/$i.bundle" "+refs/heads/fixgate/T-1:refs/bundles/$i" 2> ".git/out/$i.fetch-said" ||
    : > ".git/out/$i.fetch-failed"
done
`;

export interface RoundTrip {
  /** What is not equal, change by change. `from`: the number of the first, which decides authors, dates and messages. */
  readonly check: (changes: readonly RandomChange[], from: number) => Promise<readonly (readonly string[])[]>;
  /** What git's own strict check said of all objects so far, those that came in by bundles among them. */
  readonly fsck: () => string;
  readonly remove: () => void;
}

export function createRoundTrip(): RoundTrip {
  const folder = temporaryFolder();
  const run = (...args: string[]): string => git(folder.path, args);
  const out = (name: string): string => join(folder.path, ".git/out", name);
  let said = "";

  /** Ref's name after its prefix, and the fields that were asked for. */
  function refs(prefix: string, format: string): Map<string, readonly string[]> {
    const lines = run("for-each-ref", `--format=%(refname)%09${format}`, prefix).split("\n");
    return new Map(
      lines.map((line) => {
        const [name = "", ...fields] = line.split("\t");
        return [/\d+$/.exec(name)?.[0] ?? name, fields];
      }),
    );
  }

  /** Our own half: trees, change set, patch and bundle. Null: there is no change to carry. */
  async function write(change: RandomChange, at: number, index: number, trees: TreesOf): Promise<Written | readonly string[]> {
    const store = createObjectStore();
    const base = build(store, change.base);
    const result = build(store, change.result);
    if (base !== trees.base || result !== trees.result)
      return [`trees differ from git's: ${base} ${trees.base}, ${result} ${trees.result}`];
    const changes = diffTrees(store, base, result);
    if (changes.length === 0) return [];
    const problems: string[] = [];
    const updated = updateTree(
      store,
      base,
      changes.map((one) => [one.path, one.after] as const),
    );
    if (updated !== result) problems.push("the change set over base is not the result");
    const commit: CommitInfo = {
      author: { name: index % 2 === 0 ? "Jörg O'Hara, jr." : "Test (x)", email: "t@example.invalid" },
      timestamp: 1_750_000_000 + index,
      timezoneOffset: [-330, 0, 480][index % 3] ?? 0,
      message: MESSAGES[index % MESSAGES.length] ?? "",
      branch: "fixgate/T-1",
    };
    const exporter = createExport(store);
    const patch = await exporter.patch(base, result, commit);
    const applied = await exporter.applyPatch(base, patch);
    if (!applied.ok || applied.value !== result)
      problems.push(`own applier: ${applied.ok ? applied.value : applied.error.message}`);
    writeFileSync(out(`${String(at)}.patch`), patch);
    const bundle = await exporter.bundle(base, index % 4 === 0 ? null : oidOf(trees.baseCommit), result, commit);
    writeFileSync(out(`${String(at)}.bundle`), bundle);
    return { result, problems, timestamp: commit.timestamp, author: index % 2 === 0 ? "Jörg O'Hara, jr" : "Test (x)" };
  }

  /** What git came to, beside what had to come out. */
  function compare(at: string, { result, problems, author, timestamp }: Written, am: Refs, bundles: Refs): readonly string[] {
    const failed = (step: string): boolean => existsSync(out(`${at}.${step}-failed`));
    const words = (step: string): string => readFileSync(out(`${at}.${step}-said`), "utf8").trim();
    const found = [...problems];
    if (failed("apply")) found.push(`git apply --index: ${words("apply")}`);
    else if (readFileSync(out(`${at}.applied`), "utf8").trim() !== result) found.push("git apply --index gives another tree");
    if (failed("am")) found.push(`git am: ${words("am")}`);
    else {
      const [tree, date = "", name = ""] = am.get(at) ?? [];
      if (tree !== result) found.push("git am gives another tree");
      if (name !== author) found.push(`git am reads the author as ${name}`);
      if (!date.startsWith(String(timestamp))) found.push(`git am reads the date as ${date}`);
    }
    if (failed("fetch")) found.push(`git fetch of the bundle: ${words("fetch")}`);
    else if (bundles.get(at)?.[0] !== result) found.push("the bundle gives another tree");
    return found;
  }

  return {
    remove: folder.remove,
    fsck: () => said,
    check: async (changes, from) => {
      rmSync(folder.path, { recursive: true, force: true });
      mkdirSync(folder.path);
      run("init", "-q", "-b", "main");
      mkdirSync(join(folder.path, ".git/out"));
      git(folder.path, ["fast-import", "--quiet", "--force"], fastImport(changes));
      const bases = refs("refs/heads/base-*", "%(tree)%09%(objectname)");
      const results = refs("refs/heads/result-*", "%(tree)");
      const written = new Map<string, Written>();
      const problems = new Map<string, readonly string[]>();
      for (const [at, change] of changes.entries()) {
        const [base = "", baseCommit = ""] = bases.get(String(at)) ?? [];
        const [result = ""] = results.get(String(at)) ?? [];
        const one = await write(change, at, from + at, { base, baseCommit, result });
        if ("problems" in one) written.set(String(at), one);
        else problems.set(String(at), one);
      }
      execFileSync("sh", ["-c", SCRIPT, "sh", ...written.keys()], { cwd: folder.path, env: gitEnvironment(), stdio: "pipe" });
      const am = refs("refs/heads/am-*", "%(tree)%09%(authordate:raw)%09%(authorname)");
      const bundles = refs("refs/bundles/*", "%(tree)");
      for (const [at, one] of written) problems.set(at, compare(at, one, am, bundles));
      said += run("fsck", "--strict", "--no-dangling");
      return changes.map((_, at) => problems.get(String(at)) ?? ["it was lost on the way"]);
    },
  };
}

type Refs = ReadonlyMap<string, readonly string[]>;
interface TreesOf {
  readonly base: string;
  readonly baseCommit: string;
  readonly result: string;
}
interface Written {
  readonly result: Oid;
  readonly problems: readonly string[];
  readonly author: string;
  readonly timestamp: number;
}
