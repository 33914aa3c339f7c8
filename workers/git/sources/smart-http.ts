/**
 * Git over smart HTTP (gitprotocol-http(5)), as far down as one commit: what an agent should not find is the history
 * with the fix in it. isomorphic-git speaks the protocol; requests, deadlines, redirects and the token are ours.
 */
import git, { type HttpClient } from "isomorphic-git";
import type { OpenError, RepoSource } from "../../../src/app/ports/index.ts";
import { isOid } from "../../../src/core/snapshot/index.ts";
import { fail, OpenFailure } from "../open-failure.ts";
import { createMemoryFs } from "../memory-fs.ts";
import { hostOf, type HttpReply } from "../http.ts";
import { statusError } from "../statuses.ts";
import { readPacks, type PackReader } from "../pack-reader.ts";
import { copyTree, peelToCommit } from "./copy-tree.ts";
import type { OpenContext, OpenedTree } from "./context.ts";

type GitSource = Extract<RepoSource, { kind: "git" }>;

/** `x-access-token` is GitHub's word; Gitea, Forgejo and GitLab take any name beside a token. */
export const basicAuthorization = (token: string): string => `Basic ${btoa(`x-access-token:${token}`)}`;

/** `https://proxy/host/path`, the convention of @isomorphic-git/cors-proxy. */
export function proxied(url: string, proxy: string | null): string {
  return proxy === null ? url : `${proxy.replace(/\/+$/, "")}/${url.replace(/^https?:\/\//, "")}`;
}

export function refuseTokenThroughProxy(token: string | null, proxy: string | null): void {
  if (token !== null && proxy !== null) {
    fail(
      "unauthorised",
      "A token is never sent through a proxy.",
      "Leave the token out, or leave the proxy out if the host itself allows cross-origin requests.",
    );
  }
}

/** isomorphic-git's HTTP client, over ours. Remembers where a redirect led, since a redirected POST would turn into a GET. */
export function gitHttp(
  base: string,
  context: Pick<OpenContext, "http" | "signal" | "token">,
): HttpClient & { status: () => HttpReply | null } {
  let moved: string | null = null;
  let last: HttpReply | null = null;
  return {
    status: () => last,
    request: async ({ url, method, headers, body }) => {
      const parts: Uint8Array[] = [];
      if (body !== undefined) for await (const part of body as AsyncIterable<Uint8Array>) parts.push(part);
      const reply = await context.http.request(
        {
          url: moved !== null && url.startsWith(base) ? moved + url.slice(base.length) : url,
          method: method === "POST" ? "POST" : "GET",
          headers: headers ?? {},
          ...(parts.length === 0
            ? {}
            : { body: await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer().then((buffer) => new Uint8Array(buffer)) }),
          authorization: context.token === null ? null : basicAuthorization(context.token),
        },
        context.signal,
      );
      last = reply;
      const suffix = url.startsWith(base) ? url.slice(base.length) : null;
      if (method !== "POST" && suffix !== null && reply.url !== url && reply.url.endsWith(suffix))
        moved = reply.url.slice(0, -suffix.length);
      return {
        url: reply.url,
        method: method ?? "GET",
        headers: Object.fromEntries(reply.headers),
        body: reply.chunks() as AsyncIterableIterator<Uint8Array>,
        statusCode: reply.status,
        statusMessage: String(reply.status),
      };
    },
  };
}

export async function openGit(source: GitSource, context: OpenContext): Promise<OpenedTree> {
  refuseTokenThroughProxy(context.token, source.proxy);
  const url = proxied(source.url, source.proxy).replace(/\/+$/, "");
  const host = hostOf(source.url);
  const place = { fs: createMemoryFs(), gitdir: "/git", cache: {} };
  const packs = (): Promise<PackReader> => readPacks(place.fs, `${place.gitdir}/objects/pack`);
  const http = gitHttp(url, context);
  context.progress({ phase: "connecting", done: 0, total: null, text: host });
  await git.init({ ...place, bare: true, defaultBranch: "main" });
  await git.addRemote({ ...place, remote: "origin", url });
  const fetchRef = (ref: string | null, depth: number | null): ReturnType<typeof git.fetch> =>
    git.fetch({
      ...place,
      http,
      remote: "origin",
      ...(ref === null ? {} : { ref, remoteRef: ref }),
      ...(depth === null ? {} : { depth }),
      singleBranch: depth !== null,
      tags: false,
      onProgress: ({ phase, loaded, total }) => {
        context.progress({
          phase: /resolv|deltas/i.test(phase) ? "resolving" : "receiving",
          done: loaded,
          total: total > 0 ? total : null,
          text: phase,
        });
      },
    });
  const attempt = async (
    ref: string | null,
    depth: number | null,
  ): Promise<{ readonly head: string | null; readonly branch: string | null } | "not-our-ref"> => {
    try {
      const fetched = await fetchRef(ref, depth);
      return { head: fetched.fetchHead, branch: fetched.defaultBranch?.replace(/^refs\/heads\//, "") ?? null };
    } catch (cause) {
      const explained = explain(cause, source, http.status());
      if (explained === "not-our-ref") return explained;
      throw new OpenFailure(explained);
    }
  };
  let found = await attempt(source.ref, 1);
  if (isOid(source.ref) && (found === "not-our-ref" || (await packs()).read(source.ref) === null)) {
    // A host may hand out branches and tags only: then the commit is looked for in what they hold.
    context.progress({
      phase: "connecting",
      done: 0,
      total: null,
      text: "the host hands out no single commit: fetching all branches",
    });
    found = await attempt(null, null);
    found =
      found !== "not-our-ref" && (await packs()).read(source.ref) !== null ? { head: source.ref, branch: null } : "not-our-ref";
  }
  if (found === "not-our-ref") {
    fail(
      "not-found",
      `The repository has no ${isOid(source.ref) ? "commit" : "branch or tag"} ${JSON.stringify(source.ref ?? "HEAD")} that it hands out.`,
      "Check the name, or leave it out for the default branch.",
    );
  }
  const { head } = found;
  const branch = source.ref ?? found.branch;
  if (head === null) fail("empty", `${source.url} has no commit yet.`, "Push a first commit, then open it again.");
  const received = await packs();
  const { commit, tree } = peelToCommit(received, head);
  await copyTree(received, tree, context.store, context);
  return {
    tree,
    commit,
    ref: branch,
    source: new URL(source.url).pathname.replace(/^\/|\.git$|\/$/g, "") || host,
    url: source.url,
  };
}

type Explained = OpenError | "not-our-ref";

/** isomorphic-git's errors, by their code (its `Errors` list), in words. */
function explain(cause: unknown, source: GitSource, reply: HttpReply | null): Explained {
  if (cause instanceof OpenFailure) return cause.error;
  const { code, message, data } = cause as { code?: string; message?: string; data?: { statusCode?: number } };
  const host = hostOf(source.url);
  if (code === "HttpError") return statusError(data?.statusCode ?? 0, host, reply?.headers ?? null);
  if (code === "SmartHttpError") {
    return {
      kind: "not-found",
      message: `${host} answers at this address, but not as a git repository.`,
      advice:
        "Check the address: it is the one that git clone takes, often ending in .git. Repositories served as plain files (dumb HTTP) can't be read here.",
    };
  }
  if (code === "NotFoundError" && source.ref !== null) {
    return {
      kind: "not-found",
      message: `The repository has no branch or tag ${JSON.stringify(source.ref)}.`,
      advice: "Check the name, or leave it out for the default branch.",
    };
  }
  // An empty repository advertises no HEAD.
  if (code === "NotFoundError")
    return {
      kind: "empty",
      message: `${source.url} has no commit yet, or its default branch has none.`,
      advice: "Push a first commit, or name a branch.",
    };
  if (code === "RemoteCapabilityError")
    return {
      kind: "corrupt",
      message: `${host} can't send one commit without its history.`,
      advice: "Open an archive or a bundle of the repository instead.",
    };
  const text = message ?? "";
  if (
    /not our ref|unadvertised object|upload-pack: not/i.test(text) ||
    (code === "EmptyServerResponseError" && /^[0-9a-f]{40}$/.test(source.ref ?? ""))
  ) {
    return "not-our-ref";
  }
  return {
    kind: "corrupt",
    message: `The answer of ${host} could not be read (${firstLine(text)}).`,
    advice: "Try again: the answer may have been cut off. Otherwise open an archive or a bundle.",
  };
}

const firstLine = (text: string): string => (text.split("\n")[0] ?? "").slice(0, 200);
