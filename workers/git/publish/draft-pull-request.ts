/**
 * A draft pull request by GitHub's REST API: blobs, tree, commit, branch, pull request, each answer checked against the oid
 * that was graded before the next step is taken. In a fork where the person may not push. Nothing is forced or merged.
 */
import * as v from "valibot";
import { branchName, splitMessage } from "../export/index.ts";
import type { PublishedChange, PublishOptions } from "../../../src/app/ports/index.ts";
import { isOid, type Oid } from "../../../src/core/snapshot/index.ts";
import { identityText, type ObjectStore } from "../../../src/protocol/git-objects.ts";
import { diffTrees } from "../../../src/protocol/git-trees.ts";
import { createGitHubApi, encodePath, expectShape, messageOf, type GitHubApi } from "../github-api.ts";
import type { Http } from "../http.ts";
import { throwIfCancelled } from "../open-failure.ts";
import { PublishFailure, baseMoved, refuse } from "./publish-failure.ts";
import { branchExists } from "./push-branch.ts";

export type DraftRequest = PublishedChange & {
  readonly owner: string;
  readonly name: string;
  readonly apiBase: string;
  readonly title: string;
  readonly body: string;
  readonly ownAddress?: string;
};
type Options = PublishOptions & { readonly token: string };

export interface Drafted {
  readonly url: string;
  readonly number: number;
  readonly branch: string;
  readonly commit: Oid;
  readonly fork: string | null;
}

const oid = v.custom<Oid>(isOid, "not an object id");
const repositoryShape = v.object({
  full_name: v.string(),
  default_branch: v.string(),
  permissions: v.optional(v.object({ push: v.boolean() })),
});
const refShape = v.object({ object: v.object({ sha: oid }) });
const shaShape = v.object({ sha: oid });
const pullShape = v.object({ number: v.number(), html_url: v.string() });
const errorsShape = v.object({ errors: v.array(v.object({ message: v.optional(v.string()), field: v.optional(v.string()) })) });

/** GitHub's limit for a body is 65,536 characters. */
const BODY_LIMIT = 65_000;
const PERMISSIONS =
  'A fine-grained token for this repository needs "Contents: read and write" and "Pull requests: read and write"; a classic one needs "public_repo" (or "repo" for a private repository).';

export async function draftPullRequest(store: ObjectStore, http: Http, change: DraftRequest, options: Options): Promise<Drafted> {
  const { signal } = options;
  const api = createGitHubApi({ apiBase: change.apiBase, token: options.token, http });
  const upstream = `/repos/${encodeURIComponent(change.owner)}/${encodeURIComponent(change.name)}`;
  const step = (text: string, done: number): void => {
    options.onProgress({ phase: "receiving", done, total: 6, text });
  };
  step("asking for the repository", 0);
  const repository = expectShape(repositoryShape, (await api.call({ path: upstream, signal })).body, "the repository");
  const baseBranch = change.baseBranch ?? repository.default_branch;
  const at = await api.call({ path: `${upstream}/git/ref/heads/${encodePath(baseBranch)}`, signal, allow: [404] });
  const now = at.status === 404 ? null : expectShape(refShape, at.body, "the base branch").object.sha;
  if (now !== change.baseCommit) baseMoved(baseBranch, now, change.baseCommit);

  let target = upstream;
  let headOwner = change.owner;
  let fork: string | null = null;
  if (repository.permissions?.push !== true) {
    step("making a fork", 1);
    fork = await forkOf(api, upstream, options);
    target = `/repos/${fork}`;
    headOwner = fork.split("/")[0] ?? headOwner;
  }
  const branch = branchName(change.commit.branch);
  const taken = await api.call({ path: `${target}/git/ref/heads/${encodePath(branch)}`, signal, allow: [404] });
  if (taken.status !== 404) branchExists(branch);

  const commit = await writeCommit(store, api, target, change, options, step);
  step(`making the branch ${branch}`, 4);
  const made = await api.call({
    path: `${target}/git/refs`,
    method: "POST",
    body: { ref: `refs/heads/${branch}`, sha: commit },
    signal,
    allow: [403, 404, 409, 422],
  });
  if (made.status !== 201) refusedWrite(made.status, messageOf(made.body), branch);

  step("opening the draft", 5);
  const text =
    change.body.length <= BODY_LIMIT
      ? change.body
      : `${change.body.slice(0, BODY_LIMIT)}\n\n(cut off here: longer than GitHub takes; the receipt has all of it)\n`;
  const withAddress = (address: string): string =>
    change.ownAddress === undefined ? text : text.replaceAll(change.ownAddress, address);
  const body = withAddress("<the address of this pull request>");
  const opened = await api.call({
    path: `${upstream}/pulls`,
    method: "POST",
    body: {
      title: change.title,
      head: fork === null ? branch : `${headOwner}:${branch}`,
      base: baseBranch,
      body,
      draft: true,
      maintainer_can_modify: true,
    },
    signal,
    allow: [403, 404, 422],
  });
  if (opened.status !== 201) refusedPull(opened.status, opened.body, branch);
  const pull = expectShape(pullShape, opened.body, "the pull request");
  // Its own address is known only now. A host that doesn't take the second text keeps the first, which names it in words.
  if (withAddress(pull.html_url) !== body)
    await api.call({
      path: `${upstream}/pulls/${String(pull.number)}`,
      method: "PATCH",
      body: { body: withAddress(pull.html_url) },
      signal,
      allow: [403, 404, 422],
    });
  return { url: pull.html_url, number: pull.number, branch, commit, fork };
}

/** Blobs, tree and commit; each oid must be the one that was graded. */
async function writeCommit(
  store: ObjectStore,
  api: GitHubApi,
  target: string,
  change: DraftRequest,
  { signal }: Options,
  step: (text: string, done: number) => void,
): Promise<Oid> {
  const post = async (path: string, body: object): Promise<Oid> => {
    const answer = await api.call({ path: target + path, method: "POST", body, signal, allow: [403, 404, 409, 422] });
    if (answer.status !== 201) refusedWrite(answer.status, messageOf(answer.body), branchName(change.commit.branch));
    return expectShape(shaShape, answer.body, path).sha;
  };
  const same = (made: Oid, wanted: Oid, what: string): void => {
    if (made !== wanted)
      refuse(
        "rejected",
        `GitHub stored ${what} as ${made}, not as ${wanted}: it is not what was graded.`,
        "Nothing was published. Export the patch or the bundle instead.",
      );
  };
  const changes = diffTrees(store, change.base, change.result);
  step("sending the files", 2);
  for (const { path, before, after } of changes) {
    if (after === null || before?.oid === after.oid) continue;
    const bytes = store.blob(after.oid);
    if (bytes === undefined) throw new Error(`no such blob in the store: ${after.oid}`);
    same(await post("/git/blobs", { content: base64(bytes), encoding: "base64" }), after.oid, path);
  }
  step("sending the tree and the commit", 3);
  const tree = await post("/git/trees", {
    base_tree: change.base,
    tree: changes.map(({ path, before, after }) => ({
      path,
      mode: after?.mode ?? before?.mode ?? "100644",
      type: "blob",
      sha: after?.oid ?? null,
    })),
  });
  same(tree, change.result, "the tree");
  const { subject, body } = splitMessage(change.commit.message);
  const text = body.join("\n").trim();
  return post("/git/commits", {
    message: text === "" ? subject : `${subject}\n\n${text}`,
    tree,
    parents: [change.baseCommit],
    author: {
      name: identityText(change.commit.author.name) || "unknown",
      email: identityText(change.commit.author.email),
      date: new Date(change.commit.timestamp * 1000).toISOString(),
    },
  });
}

const forkShape = v.object({ full_name: v.string() });

/** A fork is made in the background (202): wait until it answers. */
async function forkOf(api: GitHubApi, upstream: string, { signal }: Options): Promise<string> {
  const asked = await api.call({
    path: `${upstream}/forks`,
    method: "POST",
    body: { default_branch_only: false },
    signal,
    allow: [403, 404, 422],
  });
  if (asked.status >= 400) {
    refuse(
      "no-permission",
      `You may not push to this repository, and it can't be forked (${String(asked.status)}${said(messageOf(asked.body))}).`,
      `${PERMISSIONS} Or send the patch or bundle to somebody who can push.`,
    );
  }
  const fork = expectShape(forkShape, asked.body, "the fork").full_name;
  if (!/^[\w.-]+\/[\w.-]+$/.test(fork))
    refuse("rejected", "GitHub named the fork in a way that can't be read.", "Make the fork on GitHub, and push the branch there.");
  for (let tries = 0; tries < 20; tries++) {
    const there = await api.call({ path: `/repos/${fork}`, signal, allow: [404] });
    if (there.status === 200) {
      const { default_branch: branch } = expectShape(repositoryShape, there.body, "the fork");
      // The repository answers before its objects are there.
      const ref = await api.call({ path: `/repos/${fork}/git/ref/heads/${encodePath(branch)}`, signal, allow: [404, 409] });
      if (ref.status === 200) return fork;
    }
    await new Promise((resolve) => setTimeout(resolve, 1500));
    throwIfCancelled(signal);
  }
  return refuse(
    "unreachable",
    `The fork ${fork} is not ready after half a minute.`,
    "Wait a little and publish again: the fork is then used as it is.",
  );
}

const said = (message: string): string => (message === "" ? "" : `: ${message.split("\n")[0] ?? ""}`);

function refusedWrite(status: number, message: string, branch: string): never {
  if (status === 422 && /already exists/i.test(message)) branchExists(branch);
  if (status === 422 && /rule violation|protected|restricted/i.test(message)) {
    refuse(
      "protected-branch",
      `GitHub's rules do not let this token make the branch ${branch}${said(message)}.`,
      "Use another branch name, or ask who set the rule.",
    );
  }
  if (status === 403 || status === 404) {
    refuse("token-scope", `The token may not write to this repository (${String(status)}${said(message)}).`, PERMISSIONS);
  }
  return refuse(
    "rejected",
    `GitHub did not take the change (${String(status)}${said(message)}).`,
    "Export the patch or the bundle instead.",
  );
}

function refusedPull(status: number, body: unknown, branch: string): never {
  const parsed = v.safeParse(errorsShape, body);
  const message = [messageOf(body), ...(parsed.success ? parsed.output.errors.map((one) => one.message ?? one.field ?? "") : [])]
    .filter((one) => one !== "")
    .join(": ");
  const pushed = (kind: "token-scope" | "pull-request-exists" | "rejected", text: string, advice: string): never => {
    throw new PublishFailure({ kind, message: `${text} The branch ${branch} is on GitHub.`, advice, pushedBranch: branch });
  };
  if (status === 403 || status === 404)
    return pushed(
      "token-scope",
      `The token may not open pull requests (${String(status)}${said(message)}).`,
      `${PERMISSIONS} Or open it by hand from the branch.`,
    );
  if (/already exists/i.test(message))
    return pushed(
      "pull-request-exists",
      `There is a pull request for this branch already.`,
      "Look at it on GitHub; close it, or use another branch name.",
    );
  if (/draft/i.test(message))
    return pushed(
      "rejected",
      "This repository does not support draft pull requests.",
      "Open one by hand from the branch: nothing else than a draft is opened from here.",
    );
  return pushed(
    "rejected",
    `GitHub did not open the pull request (${String(status)}${said(message)}).`,
    "Open it by hand from the branch.",
  );
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
