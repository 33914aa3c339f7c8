/**
 * Files from a folder or an archive, as a snapshot. What is left out is said with its number; what can't be a path in a
 * repository is refused by name.
 */
import ignore from "ignore";
import { parseRepoPath } from "../../../src/core/snapshot/index.ts";
import { toByteString } from "../../../src/protocol/git-objects.ts";
import { buildTree, type FlatEntry } from "../../../src/protocol/git-trees.ts";
import type { Oid } from "../../../src/core/snapshot/index.ts";
import { fail } from "../open-failure.ts";
import type { OpenContext } from "./context.ts";

export interface LocalFile {
  /** As the folder or archive names it. */
  readonly path: string;
  readonly mode: "100644" | "100755" | "120000";
  readonly bytes: () => Promise<Uint8Array>;
}

/** The one folder that everything is in, as archives and folder pickers have it; "" where there is none. */
export function commonFolder(paths: readonly string[]): string {
  const first = paths[0];
  const slash = first?.indexOf("/") ?? -1;
  if (first === undefined || slash < 0) return "";
  const folder = first.slice(0, slash + 1);
  return paths.every((path) => path.startsWith(folder)) ? folder : "";
}

/** In a linked working tree and in a submodule, .git is a file. */
const GIT = /(^|\/)\.git(?:\/|$)/;
const ALWAYS_OUT = /(^|\/)(?:\.git(?:\/|$)|node_modules\/)/;

export interface LocalOptions {
  /** A working folder has what .gitignore leaves out; an archive was made by somebody who chose. */
  readonly honourIgnore: boolean;
}

export async function localTree(files: readonly LocalFile[], context: OpenContext, options: LocalOptions): Promise<Oid> {
  const folder = commonFolder(files.map((file) => file.path));
  const named = files.map((file) => ({ ...file, path: file.path.slice(folder.length) })).filter((file) => file.path !== "");
  const ignored = options.honourIgnore ? await ignoreRules(named) : () => false;
  const entries = new Map<string, FlatEntry>();
  const out = { git: 0, modules: 0, ignored: 0 };
  const nested = new Set<string>();
  const bad: string[] = [];
  let done = 0;
  for (const file of named) {
    done++;
    if (ALWAYS_OUT.test(file.path)) {
      const git = GIT.exec(file.path);
      if (git === null) out.modules++;
      else if (git.index === 0 && git[1] === "") out.git++;
      else nested.add(file.path.slice(0, git.index));
      continue;
    }
    if (ignored(file.path)) {
      out.ignored++;
      continue;
    }
    const path = parseRepoPath(file.path);
    if (!path.ok) {
      bad.push(file.path);
      continue;
    }
    const oid = context.store.putBlob(await file.bytes());
    entries.set(path.value, { path: toByteString(path.value), mode: file.mode, oid });
    if (done % 100 === 0) {
      context.progress({ phase: "receiving", done, total: named.length, text: file.path });
      // Also lets a cancel arrive.
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (context.signal.aborted) break;
    }
  }
  if (bad.length > 0)
    fail(
      "corrupt",
      `${JSON.stringify(bad[0])} can't be a path in a repository${bad.length > 1 ? ` (and ${String(bad.length - 1)} more)` : ""}.`,
      "Make the archive or folder anew, without it.",
    );
  for (const path of entries.keys()) {
    for (let slash = path.indexOf("/"); slash > 0; slash = path.indexOf("/", slash + 1)) {
      if (entries.has(path.slice(0, slash)))
        fail("corrupt", `${path.slice(0, slash)} is both a file and a folder.`, "Make the archive anew.");
    }
  }
  if (out.git > 0) context.warn(`.git (${String(out.git)} files) was left out: history is not looked at.`);
  if (nested.size > 0 || entries.has(".gitmodules"))
    context.warn(
      `${nested.size > 0 ? [...nested].slice(0, 5).join(", ") : "What .gitmodules names"}: submodules, whose files are taken as they lie here. In Git's tree there is a link instead, so it is another tree.`,
    );
  if (out.modules > 0)
    context.warn(`node_modules (${String(out.modules)} files) was left out: dependencies come from the lockfile.`);
  if (out.ignored > 0) context.warn(`${String(out.ignored)} files that .gitignore names were left out.`);
  return buildTree(context.store, entries.values());
}

/** Each .gitignore rules what is below it (gitignore(5)). */
async function ignoreRules(files: readonly LocalFile[]): Promise<(path: string) => boolean> {
  const rules: { readonly folder: string; readonly matcher: ReturnType<typeof ignore> }[] = [];
  for (const file of files) {
    if (!/(^|\/)\.gitignore$/.test(file.path) || ALWAYS_OUT.test(file.path)) continue;
    const folder = file.path.slice(0, -".gitignore".length);
    rules.push({ folder, matcher: ignore().add(new TextDecoder().decode(await file.bytes())) });
  }
  // The deepest file that says something about a path decides.
  rules.sort((a, b) => b.folder.length - a.folder.length);
  return (path) => {
    for (const { folder, matcher } of rules) {
      if (!path.startsWith(folder)) continue;
      const tested = matcher.test(path.slice(folder.length));
      if (tested.ignored) return true;
      if (tested.unignored) return false;
    }
    return false;
  };
}
