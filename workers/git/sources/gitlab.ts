/**
 * A project on GitLab by its REST API, as its public documentation describes it (it allows any origin, its git doesn't).
 * Blobs and the folders below the root are checked against their oids. Which tree a commit has, GitLab does not say: the
 * root is computed from the listing, and proven where the commit's own id comes out of it.
 */
import * as v from "valibot";
import type { RepoSource } from "../../../src/app/ports/index.ts";
import { isOid, type Oid } from "../../../src/core/snapshot/index.ts";
import { hashObject, encodeTree, toByteString, TREE_MODE, utf8 } from "../../../src/protocol/git-objects.ts";
import { expectShape } from "../github-api.ts";
import { hostOf, type HttpReply } from "../http.ts";
import { fail, OpenFailure } from "../open-failure.ts";
import { clock, retryAfter, statusError } from "../statuses.ts";
import type { OpenContext, OpenedTree } from "./context.ts";
import { fetchBlobs } from "./fetch-blobs.ts";
import { checkTrees } from "./github.ts";

type GitLabSource = Extract<RepoSource, { kind: "gitlab" }>;

const oid = v.custom<Oid>(isOid, "not an object id");
const projectShape = v.object({ default_branch: v.nullish(v.string()), web_url: v.string(), empty_repo: v.optional(v.boolean()) });
const text = v.optional(v.string(), "");
const commitShape = v.object({
  id: oid,
  parent_ids: v.optional(v.array(oid), []),
  author_name: text,
  author_email: text,
  authored_date: text,
  committer_name: text,
  committer_email: text,
  committed_date: text,
  message: text,
});
const mergeRequestShape = v.object({ sha: v.nullable(oid) });
const treeShape = v.array(v.object({ id: oid, path: v.string(), type: v.picklist(["blob", "tree", "commit"]), mode: v.string() }));

export async function openGitLab(source: GitLabSource, context: OpenContext): Promise<OpenedTree> {
  const base = `${source.apiBase.replace(/\/+$/, "")}/projects/${encodeURIComponent(source.project)}`;
  const host = hostOf(base);
  let rateLimit: { remaining: number; resetsAt: number } | undefined;
  const ask = async (path: string, signal = context.signal): Promise<HttpReply> => {
    // A token of any kind goes as Bearer: unlike GitLab's own header, browsers drop it where a redirect leaves the host.
    const reply = await context.http.request(
      { url: base + path, authorization: context.token === null ? null : `Bearer ${context.token}` },
      signal,
    );
    const [remaining, reset] = [reply.headers.get("ratelimit-remaining"), reply.headers.get("ratelimit-reset")];
    if (remaining !== null && reset !== null) rateLimit = { remaining: Number(remaining), resetsAt: Number(reset) * 1000 };
    return reply;
  };
  const call = async (path: string): Promise<HttpReply> => {
    const reply = await ask(path);
    if (reply.status === 200) return reply;
    if (reply.status === 429) {
      const resetsAt = retryAfter(reply.headers) ?? rateLimit?.resetsAt ?? null;
      throw new OpenFailure({
        kind: "rate-limited",
        message: `${host} takes no more requests${resetsAt === null ? "" : ` until ${clock(resetsAt)}`}.`,
        advice: "Wait until then, or give a token with read_repository and read_api.",
        resetsAt,
      });
    }
    throw new OpenFailure(statusError(reply.status, host, reply.headers));
  };

  context.progress({ phase: "connecting", done: 0, total: null, text: source.project });
  const project = expectShape(projectShape, await (await call("")).json(), "the project");
  const request = /^refs\/merge-requests\/(\d+)\/head$/.exec(source.ref ?? "")?.[1];
  let ref = source.ref ?? project.default_branch ?? null;
  if (request !== undefined) {
    const { sha } = expectShape(mergeRequestShape, await (await call(`/merge_requests/${request}`)).json(), "the merge request");
    ref = sha;
  }
  if (project.empty_repo === true || ref === null)
    fail("empty", `${source.project} has no commit yet.`, "Push a first commit, then open it again.");
  const told = expectShape(commitShape, await (await call(`/repository/commits/${encodeURIComponent(ref)}`)).json(), "the commit");
  const commit = told.id;

  const rows: { path: string; mode: string; type: "blob" | "tree" | "commit"; sha: Oid }[] = [];
  for (let token: string | null = ""; token !== null;) {
    const reply = await call(
      `/repository/tree?ref=${commit}&recursive=true&per_page=100&pagination=keyset${token === "" ? "" : `&page_token=${encodeURIComponent(token)}`}`,
    );
    const next = /<([^>]+)>; *rel="next"/.exec(reply.headers.get("link") ?? "")?.[1];
    for (const { id, path, mode, type } of expectShape(treeShape, await reply.json(), "the tree"))
      rows.push({ path, mode, type, sha: id });
    token = next === undefined ? null : new URL(next, base).searchParams.get("page_token");
    context.progress({ phase: "resolving", done: rows.length, total: null, text: "reading the tree" });
  }
  const top = rows
    .filter((row) => !row.path.includes("/"))
    .map((row) => ({
      mode: row.type === "tree" ? TREE_MODE : row.mode.replace(/^0+/, ""),
      name: toByteString(row.path),
      oid: row.sha,
    }));
  const tree = hashObject("tree", encodeTree(top));
  checkTrees(context.store, rows, tree);
  if (!provesTree(told, tree))
    context.warn(
      "GitLab's API does not tell the root tree's id, and the commit's id does not come out of what it tells (as with every signed commit): which files the root holds is taken on the host's word.",
    );
  const blobs = rows.filter((row) => row.type === "blob").map((row) => ({ oid: row.sha, path: row.path, size: null }));
  await fetchBlobs(blobs, context, async (blob, { last, signal }) => {
    const reply = await ask(`/repository/blobs/${blob.oid}/raw`, signal);
    if (reply.status === 200) return reply.bytes();
    if (last || reply.status === 401 || reply.status === 403 || reply.status === 404)
      throw new OpenFailure(statusError(reply.status, host, reply.headers));
    return null;
  });
  return {
    tree,
    commit,
    ref: request === undefined ? ref : `merge request ${request}`,
    source: source.project,
    url: project.web_url,
    ...(rateLimit === undefined ? {} : { rateLimit }),
  };
}

/** The commit as git writes it, with this tree: an id that comes out right proves the tree. Signatures and other headers are not told. */
function provesTree(told: v.InferOutput<typeof commitShape>, tree: Oid): boolean {
  const time = (date: string): string =>
    `${String(Math.floor(Date.parse(date) / 1000))} ${(/[+-]\d\d:\d\d$/.exec(date)?.[0] ?? "+0000").replace(":", "")}`;
  const lines = [
    `tree ${tree}`,
    ...told.parent_ids.map((parent) => `parent ${parent}`),
    `author ${told.author_name} <${told.author_email}> ${time(told.authored_date)}`,
    `committer ${told.committer_name} <${told.committer_email}> ${time(told.committed_date)}`,
    "",
    told.message,
  ].join("\n");
  return [lines, `${lines}\n`].some((content) => hashObject("commit", utf8(content)) === told.id);
}
