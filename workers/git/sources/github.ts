/**
 * A repository on GitHub without a git client: one call for the commit, one for its tree, the blobs from the raw host,
 * which counts against no limit. Tree and blobs are checked against their oids, so all that is taken on trust (and TLS)
 * is which tree a commit has.
 */
import * as v from "valibot";
import type { RepoSource } from "../../../src/app/ports/index.ts";
import { isOid, type Oid } from "../../../src/core/snapshot/index.ts";
import { EMPTY_TREE, toByteString, TREE_MODE, type ObjectStore, type TreeEntry } from "../../../src/protocol/git-objects.ts";
import { createGitHubApi, encodePath, expectShape, messageOf, type GitHubApi } from "../github-api.ts";
import { hostOf } from "../http.ts";
import { fail, OpenFailure } from "../open-failure.ts";
import { statusError } from "../statuses.ts";
import { FILE_LIMIT, megabytes, type OpenContext, type OpenedTree } from "./context.ts";
import { fetchBlobs, type WantedBlob } from "./fetch-blobs.ts";

type GitHubSource = Extract<RepoSource, { kind: "github" }>;

const TOTAL_LIMIT = 1024 * 1024 * 1024;

const oid = v.custom<Oid>(isOid, "not an object id");
const commitShape = v.object({ sha: oid, commit: v.object({ tree: v.object({ sha: oid }) }) });
const treeShape = v.object({
  sha: oid,
  truncated: v.boolean(),
  tree: v.array(
    v.object({
      path: v.string(),
      mode: v.string(),
      type: v.picklist(["blob", "tree", "commit"]),
      sha: oid,
      size: v.optional(v.number()),
    }),
  ),
});
const pullShape = v.object({ head: v.object({ sha: oid }) });

interface Row {
  readonly path: string;
  readonly mode: string;
  readonly type: "blob" | "tree" | "commit";
  readonly sha: Oid;
  readonly size?: number | undefined;
}

export async function openGitHub(source: GitHubSource, context: OpenContext): Promise<OpenedTree> {
  const { signal } = context;
  const api = createGitHubApi({ apiBase: source.apiBase, token: context.token, http: context.http });
  const repo = `/repos/${encodeURIComponent(source.owner)}/${encodeURIComponent(source.name)}`;
  context.progress({ phase: "connecting", done: 0, total: null, text: `${source.owner}/${source.name}` });
  const { commit, tree, ref } = await resolveCommit(api, repo, source.ref, signal);
  context.progress({ phase: "resolving", done: 0, total: null, text: "reading the tree" });
  const rows = await readTree(api, repo, tree, context);
  checkTrees(context.store, rows, tree);
  const blobs: WantedBlob[] = rows
    .filter((row) => row.type === "blob" && (row.size ?? 0) <= FILE_LIMIT)
    .map((row) => ({ oid: row.sha, path: row.path, size: row.size ?? null }));
  const total = blobs.reduce((sum, blob) => sum + (blob.size ?? 0), 0);
  if (total > TOTAL_LIMIT) {
    fail(
      "too-large",
      `The repository's files add up to ${megabytes(total)}; ${megabytes(TOTAL_LIMIT)} is what a tab can hold.`,
      "Clone it, and open the folder of one package, or an archive of it.",
    );
  }
  let rawServes = true;
  await fetchBlobs(blobs, context, async (blob, { mismatch, last, signal: stop }) => {
    // The raw host gets no token: private repositories answer 404 there, and come by the API.
    if (rawServes && !mismatch) {
      const url = `${source.rawBase.replace(/\/+$/, "")}/${encodeURIComponent(source.owner)}/${encodeURIComponent(source.name)}/${commit}/${encodePath(blob.path)}`;
      const reply = await context.http.request({ url }, stop);
      if (reply.status === 200) return reply.bytes();
      if (reply.status === 404 && context.token !== null) rawServes = false;
      else if (reply.status !== 404 && !last) return null;
      else if (reply.status !== 404) throw new OpenFailure(statusError(reply.status, hostOf(url), reply.headers));
    }
    return api.bytes(`${repo}/git/blobs/${blob.oid}`, stop);
  });
  const rateLimit = api.rateLimit();
  return {
    tree,
    commit,
    ref,
    source: `${source.owner}/${source.name}`,
    url: `https://github.com/${source.owner}/${source.name}`,
    ...(rateLimit === undefined ? {} : { rateLimit }),
  };
}

/** A branch may hold slashes and so may a path after it, so what follows `/tree/` is tried whole, then shorter. */
async function resolveCommit(
  api: GitHubApi,
  repo: string,
  ref: string | null,
  signal: AbortSignal,
): Promise<{ readonly commit: Oid; readonly tree: Oid; readonly ref: string | null }> {
  const pull = /^refs\/pull\/(\d+)\/head$/.exec(ref ?? "")?.[1];
  if (pull !== undefined) {
    const { head } = expectShape(pullShape, (await api.call({ path: `${repo}/pulls/${pull}`, signal })).body, "the pull request");
    const { body } = await api.call({ path: `${repo}/commits/${head.sha}`, signal });
    const found = expectShape(commitShape, body, "the commit");
    return { commit: found.sha, tree: found.commit.tree.sha, ref: `pull/${pull}` };
  }
  const parts = ref === null ? ["HEAD"] : ref.split("/");
  let said = "";
  for (let length = parts.length; length > 0; length--) {
    const name = parts.slice(0, length).join("/");
    const { status, body } = await api.call({ path: `${repo}/commits/${encodePath(name)}`, signal, allow: [422] });
    if (status !== 422) {
      const found = expectShape(commitShape, body, "the commit");
      return { commit: found.sha, tree: found.commit.tree.sha, ref: ref === null ? null : name };
    }
    said = messageOf(body);
  }
  throw new OpenFailure({
    kind: "not-found",
    message: `The repository has no branch, tag or commit ${JSON.stringify(ref ?? "HEAD")}${said === "" ? "" : ` (${said})`}.`,
    advice: "Check the name, or leave it out for the default branch.",
  });
}

/** All rows below a tree with paths from its root. A listing that was cut off is never used: its folders are asked for one by one. */
async function readTree(api: GitHubApi, repo: string, root: Oid, context: OpenContext): Promise<readonly Row[]> {
  if (root === EMPTY_TREE) return [];
  const ask = async (sha: Oid, recursive: boolean): Promise<{ readonly rows: readonly Row[]; readonly truncated: boolean }> => {
    const { body } = await api.call({ path: `${repo}/git/trees/${sha}${recursive ? "?recursive=1" : ""}`, signal: context.signal });
    const { tree, truncated } = expectShape(treeShape, body, "the tree");
    return { rows: tree, truncated };
  };
  const whole = await ask(root, true);
  if (!whole.truncated) return whole.rows;
  context.warn("GitHub cut the listing of this repository off, so its folders were read one by one: more requests than usual.");
  const rows: Row[] = [];
  const walk = async (sha: Oid, prefix: string): Promise<void> => {
    const { rows: own, truncated } = await ask(sha, false);
    if (truncated)
      fail(
        "too-large",
        `The folder ${prefix || "/"} is too large for GitHub's API.`,
        "Clone the repository and open the folder, or open an archive of it.",
      );
    rows.push(...own.map((row) => ({ ...row, path: prefix + row.path })));
    for (const folder of own.filter((row) => row.type === "tree")) {
      context.progress({ phase: "resolving", done: rows.length, total: null, text: prefix + folder.path });
      const below = `${prefix}${folder.path}/`;
      const all = await ask(folder.sha, true);
      if (all.truncated) await walk(folder.sha, below);
      else rows.push(...all.rows.map((row) => ({ ...row, path: below + row.path })));
    }
  };
  await walk(root, "");
  return rows;
}

/** Puts every tree into the store, and stops at the first that does not hash to the oid it was listed with. */
export function checkTrees(store: ObjectStore, rows: readonly Row[], root: Oid): void {
  const children = new Map<string, TreeEntry[]>([["", []]]);
  for (const row of rows) if (row.type === "tree") children.set(row.path, []);
  for (const row of rows) {
    const slash = row.path.lastIndexOf("/");
    const folder = children.get(slash < 0 ? "" : row.path.slice(0, slash));
    if (folder === undefined) fail("corrupt", `The listing names ${row.path}, but not the folder that it is in.`, "Try again.");
    folder.push({
      mode: row.type === "tree" ? TREE_MODE : row.mode.replace(/^0+/, ""),
      name: toByteString(row.path.slice(slash + 1)),
      oid: row.sha,
    });
  }
  const check = (path: string, expected: Oid): void => {
    const made = store.putTree(children.get(path) ?? []);
    if (made !== expected) {
      fail(
        "corrupt",
        `The listing of ${path === "" ? "the root" : path} does not hash to its oid ${expected}.`,
        "Either the answer was damaged, or a name in it is not UTF-8 and can't be told by the API. Open an archive or a bundle instead.",
      );
    }
  };
  for (const row of rows) if (row.type === "tree") check(row.path, row.sha);
  check("", root);
}
