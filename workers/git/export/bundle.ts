/**
 * A git bundle, version 2 (gitformat-bundle(5)), with one branch. Where the base commit is known it is named as
 * prerequisite and nothing of the base travels; else the base goes along as a first commit of its own.
 */
import type { CommitInfo } from "../../../src/app/ports/index.ts";
import type { Oid } from "../../../src/core/snapshot/index.ts";
import { concatBytes, encodeCommit, hashObject, utf8, type ObjectStore } from "../../../src/protocol/git-objects.ts";
import { objectsOfTree, writePack, type PackObject } from "./pack-writer.ts";

/** What git check-ref-format(1) takes, whatever was given. */
export function branchName(raw: string): string {
  const name = raw
    .replace(/^refs\/heads\//, "")
    // eslint-disable-next-line no-control-regex -- control characters are what is being replaced
    .replace(/[\u0000-\u0020\u007f~^:?*[\\]+|@\{|\.{2,}/g, "-")
    .split("/")
    .map((part) => part.replace(/^\.+|(\.lock|\.)+$/g, "").replace(/^-+/, ""))
    .filter((part) => part !== "")
    .join("/");
  return name === "" || name === "@" || name === "HEAD" ? "fixgate" : name;
}

export interface BuiltCommit {
  readonly oid: Oid;
  readonly objects: readonly PackObject[];
}

export function buildCommit(store: ObjectStore, base: Oid, baseCommit: Oid | null, result: Oid, commit: CommitInfo): BuiltCommit {
  const objects: PackObject[] = [];
  let parent = baseCommit;
  if (parent === null) {
    const root = encodeCommit({
      ...commit,
      tree: base,
      parents: [],
      message: "The repository as it was opened\n\nIts own history was not known.",
    });
    parent = hashObject("commit", root);
    objects.push({ type: "commit", content: root }, ...objectsOfTree(store, base, null));
  }
  const content = encodeCommit({ ...commit, tree: result, parents: [parent] });
  objects.unshift({ type: "commit", content });
  objects.push(...objectsOfTree(store, result, base));
  return { oid: hashObject("commit", content), objects };
}

export function writeBundle(store: ObjectStore, base: Oid, baseCommit: Oid | null, result: Oid, commit: CommitInfo): Uint8Array {
  const built = buildCommit(store, base, baseCommit, result, commit);
  const head = [
    "# v2 git bundle",
    ...(baseCommit === null ? [] : [`-${baseCommit} base`]),
    `${built.oid} refs/heads/${branchName(commit.branch)}`,
    ...(baseCommit === null ? [`${built.oid} HEAD`] : []),
    "",
    "",
  ];
  return concatBytes([utf8(head.join("\n")), writePack(built.objects)]);
}
