/**
 * One random change, all the way round: real git makes both trees, we read, compare and write; real git applies. Says what
 * is not equal, or nothing.
 */
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createExport } from "../../../workers/git/export/index.ts";
import type { CommitInfo } from "../../../src/app/ports/index.ts";
import { oidOf, type Oid } from "../../../src/core/snapshot/index.ts";
import { createObjectStore, toByteString, type ObjectStore } from "../../../src/protocol/git-objects.ts";
import { buildTree, diffTrees, updateTree } from "../../../src/protocol/git-trees.ts";
import { git, temporaryFolder } from "../../servers/git-repository.ts";
import type { RandomChange, RandomTree } from "./random-trees.ts";

const quoted = (path: string): string =>
  `"${[...Buffer.from(path)].map((byte) => (byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c ? `\\${byte.toString(8).padStart(3, "0")}` : String.fromCharCode(byte))).join("")}"`;

function fastImport({ base, result }: RandomChange): Buffer {
  const parts: Buffer[] = [];
  for (const [branch, tree] of [
    ["base", base],
    ["result", result],
  ] as const) {
    parts.push(
      Buffer.from(
        `commit refs/heads/${branch}\ncommitter T <t@example.invalid> 1700000000 +0000\ndata 2\nx\n${branch === "result" ? "from refs/heads/base\n" : ""}deleteall\n`,
      ),
    );
    for (const [path, file] of tree) {
      parts.push(
        Buffer.from(`M ${file.mode} inline ${quoted(path)}\ndata ${String(file.bytes.length)}\n`),
        Buffer.from(file.bytes),
        Buffer.from("\n"),
      );
    }
  }
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

export interface RoundTrip {
  readonly check: (change: RandomChange, index: number) => Promise<readonly string[]>;
  /** All objects that came in by bundles, by git's own strict check. */
  readonly fsck: () => string;
  readonly remove: () => void;
}

export function createRoundTrip(): RoundTrip {
  const folder = temporaryFolder();
  const run = (...args: string[]): string => git(folder.path, args);
  const fresh = (): void => {
    rmSync(join(folder.path, ".git"), { recursive: true, force: true });
    run("init", "-q", "-b", "main");
  };
  fresh();
  const emptyFolder = (): void => {
    for (const name of readdirSync(folder.path))
      if (name !== ".git") rmSync(join(folder.path, name), { recursive: true, force: true });
    rmSync(join(folder.path, ".git/index"), { force: true });
  };
  const checkoutBase = (): void => {
    emptyFolder();
    run("checkout", "-q", "-f", "--detach", "refs/heads/base");
  };
  const attempt = (what: string, problems: string[], work: () => void): void => {
    try {
      work();
    } catch (error) {
      const { stderr } = error as { stderr?: Buffer };
      problems.push(`${what}: ${stderr?.toString("utf8") ?? String(error)}`);
    }
  };
  return {
    remove: folder.remove,
    fsck: () => run("fsck", "--strict", "--no-dangling"),
    check: async (change, index) => {
      const problems: string[] = [];
      emptyFolder();
      git(folder.path, ["fast-import", "--quiet", "--force"], fastImport(change));
      const [baseTree = "", resultTree = "", baseCommit = ""] = run("rev-parse", "base^{tree}", "result^{tree}", "base").split(
        "\n",
      );
      const store = createObjectStore();
      const base = build(store, change.base);
      const result = build(store, change.result);
      if (base !== baseTree || result !== resultTree)
        return [`trees differ from git's: ${base} ${baseTree}, ${result} ${resultTree}`];
      const changes = diffTrees(store, base, result);
      if (changes.length === 0) return [];
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
      const file = join(folder.path, ".git/the.patch");
      writeFileSync(file, patch);
      attempt("git apply --index", problems, () => {
        checkoutBase();
        run("apply", "--index", "--whitespace=nowarn", file);
        if (run("write-tree") !== result) problems.push("git apply --index gives another tree");
      });
      attempt("git am", problems, () => {
        checkoutBase();
        run("am", "-q", file);
        const [tree = "", author = "", date = ""] = run("log", "-1", "--format=%T%n%an%n%ad", "--date=raw").split("\n");
        if (tree !== result) problems.push("git am gives another tree");
        if (author !== (index % 2 === 0 ? "Jörg O'Hara, jr" : "Test (x)")) problems.push(`git am reads the author as ${author}`);
        if (!date.startsWith(String(commit.timestamp))) problems.push(`git am reads the date as ${date}`);
      });
      if (existsSync(join(folder.path, ".git/rebase-apply"))) run("am", "--abort");
      const bundleFile = join(folder.path, ".git/the.bundle");
      const bundle = await exporter.bundle(base, index % 4 === 0 ? null : oidOf(baseCommit), result, commit);
      attempt("git fetch of the bundle", problems, () => {
        writeFileSync(bundleFile, bundle);
        run("fetch", "-q", bundleFile, `+refs/heads/fixgate/T-1:refs/bundles/${String(index)}`);
        if (run("rev-parse", `refs/bundles/${String(index)}^{tree}`) !== result) problems.push("the bundle gives another tree");
      });
      return problems;
    },
  };
}
