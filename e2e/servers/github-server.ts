/**
 * A server that answers as GitHub's public REST documentation says, for tests: repositories are real git repositories in a
 * folder (`owner/name`), objects are read and written by git itself. With limits, private repositories, tokens with
 * permissions, renamed repositories, protected branches and forks; every request is kept.
 */
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { git } from "./git-repository.ts";
import type { SeenRequest } from "./git-http-server.ts";
import { openObjectReader, type ObjectReader } from "./object-reader.ts";

export interface GitHubToken {
  readonly login: string;
  /** What the token was given: fine-grained tokens can read contents without writing them. */
  readonly contents: "read" | "write";
  readonly pullRequests: "none" | "write";
}

export interface PullRequest {
  readonly number: number;
  readonly repository: string;
  readonly head: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
  readonly sha: string;
}

export interface GitHubTreeRow {
  readonly path: string;
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  readonly size?: number;
}

export interface GitHubServer {
  readonly api: string;
  readonly raw: string;
  readonly requests: (SeenRequest & { readonly host: "api" | "raw" })[];
  readonly tokens: Map<string, GitHubToken>;
  /** `owner/name` of repositories that only tokens see. */
  readonly privateRepositories: Set<string>;
  /** `owner/name` to logins that may push; the owner always may. */
  readonly collaborators: Map<string, string[]>;
  /** Old `owner/name` to the new one. */
  readonly renamed: Map<string, string>;
  /** `owner/name` to patterns of protected branch names. */
  readonly protectedBranches: Map<string, RegExp>;
  readonly pulls: PullRequest[];
  /** Requests left without a token, and rows that a recursive tree holds. */
  readonly limits: { anonymous: number; rows: number };
  /** Answers of the raw host by path, to be wrong: a status, or other bytes. Taken once each unless `always`. */
  readonly rawFaults: Map<
    string,
    {
      readonly status?: number;
      readonly bytes?: string;
      readonly always?: boolean;
      readonly headers?: Readonly<Record<string, string>>;
    }
  >;
  /** What an API that is broken or lies would answer instead. */
  readonly apiFaults: {
    tree: ((rows: readonly GitHubTreeRow[]) => readonly GitHubTreeRow[]) | null;
    blob: ((oid: string, bytes: Buffer) => Buffer) | null;
  };
  readonly close: () => Promise<void>;
}

class Answer extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(String(status));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const notFound = (): Answer => new Answer(404, { message: "Not Found", documentation_url: "https://docs.github.com/rest" });
const EXPOSED =
  "ETag, Link, Location, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Resource, X-RateLimit-Reset, X-Poll-Interval";

export async function serveGitHub(root: string): Promise<GitHubServer> {
  const readers = new Map<string, ObjectReader>();
  const state = {
    requests: [] as GitHubServer["requests"],
    tokens: new Map<string, GitHubToken>(),
    privateRepositories: new Set<string>(),
    collaborators: new Map<string, string[]>(),
    renamed: new Map<string, string>(),
    protectedBranches: new Map<string, RegExp>(),
    pulls: [] as PullRequest[],
    limits: { anonymous: 60, rows: 100_000 },
    rawFaults: new Map() as GitHubServer["rawFaults"],
    apiFaults: { tree: null, blob: null } as GitHubServer["apiFaults"],
  };
  const resetsAt = Math.floor(Date.now() / 1000) + 3600;
  const readerOf = (repository: string): ObjectReader => {
    const folder = join(root, repository);
    let reader = readers.get(repository);
    if (reader === undefined) readers.set(repository, (reader = openObjectReader(folder)));
    return reader;
  };

  const tokenOf = (request: IncomingMessage): GitHubToken | null => {
    const header = request.headers.authorization;
    if (header === undefined) return null;
    const token = state.tokens.get(header.replace(/^(Bearer|token) /i, ""));
    if (token === undefined) throw new Answer(401, { message: "Bad credentials" });
    return token;
  };

  const api = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const token = tokenOf(request);
    response.setHeader("x-ratelimit-limit", token === null ? "60" : "5000");
    response.setHeader("x-ratelimit-reset", String(resetsAt));
    if (token === null && state.limits.anonymous <= 0) {
      response.setHeader("x-ratelimit-remaining", "0");
      throw new Answer(403, {
        message:
          "API rate limit exceeded for 127.0.0.1. (But here's the good news: Authenticated requests get a higher rate limit.)",
      });
    }
    if (token === null) state.limits.anonymous--;
    response.setHeader("x-ratelimit-remaining", String(token === null ? state.limits.anonymous : 4999));
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname === "/user") {
      if (token === null) throw new Answer(401, { message: "Requires authentication" });
      throw new Answer(200, { login: token.login });
    }
    const [, owner = "", name = "", rest = ""] = /^\/repos\/([^/]+)\/([^/]+)(?:\/(.*))?$/.exec(url.pathname) ?? [];
    const repository = `${decodeURIComponent(owner)}/${decodeURIComponent(name)}`;
    const moved = state.renamed.get(repository);
    if (moved !== undefined)
      throw new Answer(
        301,
        { message: "Moved Permanently" },
        { location: `${apiOrigin()}/repos/${moved}${rest === "" ? "" : `/${rest}`}${url.search}` },
      );
    if (!existsSync(join(root, repository)) || (state.privateRepositories.has(repository) && token === null)) throw notFound();
    const body = request.method === "GET" ? {} : ((await readJson(request)) as Record<string, unknown>);
    const raw = (request.headers.accept ?? "").includes("raw");
    await answerRepository({
      state,
      root,
      repository,
      token,
      reader: readerOf(repository),
      method: request.method ?? "GET",
      path: decodeURIComponent(rest),
      query: url.searchParams,
      body,
      raw,
    });
  };

  const rawHost = async (request: IncomingMessage): Promise<void> => {
    const [owner = "", name = "", commit = "", ...path] = decodeURIComponent(request.url ?? "")
      .split("/")
      .slice(1);
    const file = path.join("/");
    const fault = state.rawFaults.get(file);
    if (fault !== undefined) {
      if (fault.always !== true) state.rawFaults.delete(file);
      throw new Answer(fault.status ?? 200, Buffer.from(fault.bytes ?? "fault"), fault.headers);
    }
    const repository = `${owner}/${name}`;
    if (!existsSync(join(root, repository)) || state.privateRepositories.has(repository))
      throw new Answer(404, Buffer.from("404: Not Found"));
    const object = await readerOf(repository).read(`${commit}:${file}`);
    if (object?.type !== "blob") throw new Answer(404, Buffer.from("404: Not Found"));
    throw new Answer(200, object.bytes, { "content-type": "text/plain; charset=utf-8" });
  };

  const listen = async (
    host: "api" | "raw",
    handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): Promise<Server> => {
    const server = createServer((request, response) => {
      state.requests.push({ host, method: request.method ?? "", url: request.url ?? "", headers: request.headers });
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("access-control-expose-headers", EXPOSED);
      if (request.method === "OPTIONS") {
        response.setHeader("access-control-allow-methods", "GET, POST, PATCH, PUT, DELETE");
        response.setHeader(
          "access-control-allow-headers",
          "Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, Accept-Encoding, X-GitHub-Api-Version, X-Requested-With",
        );
        response.writeHead(204).end();
        return;
      }
      handle(request, response)
        .then(() => {
          throw notFound();
        })
        .catch((cause: unknown) => {
          const answer = cause instanceof Answer ? cause : new Answer(500, { message: String(cause) });
          const bytes = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(JSON.stringify(answer.body));
          response
            .writeHead(answer.status, {
              "content-type": Buffer.isBuffer(answer.body) ? "application/octet-stream" : "application/json; charset=utf-8",
              ...answer.headers,
            })
            .end(bytes);
        });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    return server;
  };
  const apiServer = await listen("api", api);
  const rawServer = await listen("raw", rawHost);
  const originOf = (server: Server): string => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  function apiOrigin(): string {
    return originOf(apiServer);
  }
  return {
    ...state,
    api: originOf(apiServer),
    raw: originOf(rawServer),
    close: async () => {
      for (const reader of readers.values()) reader.close();
      for (const server of [apiServer, rawServer]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

interface RepositoryCall {
  readonly state: Pick<
    GitHubServer,
    "collaborators" | "protectedBranches" | "pulls" | "limits" | "privateRepositories" | "apiFaults"
  >;
  readonly root: string;
  readonly repository: string;
  readonly token: GitHubToken | null;
  readonly reader: ObjectReader;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  readonly raw: boolean;
}

/** Always throws an {@link Answer}, or returns for what is not documented here: 404. */
async function answerRepository(call: RepositoryCall): Promise<void> {
  const { root, repository, token, reader, method, path, state } = call;
  const folder = join(root, repository);
  const [owner = ""] = repository.split("/");
  const mayPush = token !== null && (token.login === owner || (state.collaborators.get(repository) ?? []).includes(token.login));
  const resolve = (rev: string): string | null => {
    try {
      return git(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", rev]);
    } catch {
      return null;
    }
  };
  const defaultBranch = git(folder, ["symbolic-ref", "--short", "HEAD"]);
  if (method === "GET") {
    if (path === "") {
      throw new Answer(200, {
        name: repository.split("/")[1],
        full_name: repository,
        owner: { login: owner },
        private: state.privateRepositories.has(repository),
        default_branch: defaultBranch,
        allow_forking: true,
        ...(token === null ? {} : { permissions: { pull: true, push: mayPush, admin: token.login === owner } }),
      });
    }
    const empty = resolve("HEAD") === null;
    const [, ref = ""] = /^commits\/(.+)$/.exec(path) ?? [];
    if (ref !== "") {
      if (empty) throw new Answer(409, { message: "Git Repository is empty." });
      const commit =
        resolve(`refs/heads/${ref}^{commit}`) ??
        resolve(`refs/tags/${ref}^{commit}`) ??
        (/^([0-9a-f]{4,40}|HEAD)$/.test(ref) ? resolve(`${ref}^{commit}`) : null);
      if (commit === null) throw new Answer(422, { message: `No commit found for SHA: ${ref}` });
      throw new Answer(200, {
        sha: commit,
        commit: { message: git(folder, ["log", "-1", "--format=%B", commit]), tree: { sha: resolve(`${commit}^{tree}`) } },
      });
    }
    const [, tree = ""] = /^git\/trees\/([0-9a-f]{40})$/.exec(path) ?? [];
    if (tree !== "") {
      if (empty) throw new Answer(409, { message: "Git Repository is empty." });
      throw new Answer(200, treeBody(folder, tree, call.query.has("recursive"), state));
    }
    const [, blob = ""] = /^git\/blobs\/([0-9a-f]{40})$/.exec(path) ?? [];
    if (blob !== "") {
      const object = await reader.read(blob);
      if (object === null) throw notFound();
      const bytes = state.apiFaults.blob?.(blob, object.bytes) ?? object.bytes;
      throw call.raw
        ? new Answer(200, bytes)
        : new Answer(200, { sha: blob, size: bytes.length, encoding: "base64", content: bytes.toString("base64") });
    }
    const [, branch = ""] = /^branches\/(.+)$/.exec(path) ?? [];
    if (branch !== "") {
      const sha = resolve(`refs/heads/${branch}`);
      if (sha === null) throw new Answer(404, { message: "Branch not found" });
      throw new Answer(200, {
        name: branch,
        commit: { sha },
        protected: state.protectedBranches.get(repository)?.test(branch) === true,
      });
    }
    const [, gitRef = ""] = /^git\/ref\/(heads\/.+)$/.exec(path) ?? [];
    if (gitRef !== "") {
      const sha = resolve(`refs/${gitRef}`);
      if (sha === null) throw notFound();
      throw new Answer(200, { ref: `refs/${gitRef}`, object: { type: "commit", sha } });
    }
    const [, number = ""] = /^pulls\/(\d+)$/.exec(path) ?? [];
    const pull = state.pulls.find((one) => one.repository === repository && String(one.number) === number);
    if (pull !== undefined)
      throw new Answer(200, {
        number: pull.number,
        draft: pull.draft,
        body: pull.body,
        head: { sha: pull.sha, ref: pull.head },
        base: { ref: pull.base },
      });
    throw notFound();
  }
  if (token === null) throw new Answer(401, { message: "Requires authentication" });
  write(call, folder, mayPush, resolve);
}

function treeBody(
  folder: string,
  tree: string,
  recursive: boolean,
  { limits, apiFaults }: Pick<GitHubServer, "limits" | "apiFaults">,
): object {
  let listing: string;
  try {
    listing = git(folder, ["ls-tree", "-z", "--long", ...(recursive ? ["-r", "-t"] : []), tree]);
  } catch {
    throw notFound();
  }
  const listed = listing
    .split("\0")
    .filter((row) => row !== "")
    .map((row) => {
      const [, mode = "", type = "", sha = "", size = "", path = ""] = /^(\d+) (\w+) ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(row) ?? [];
      return { path, mode, type, sha, ...(type === "blob" ? { size: Number(size) } : {}) };
    });
  const rows = apiFaults.tree?.(listed) ?? listed;
  return { sha: tree, tree: rows.slice(0, limits.rows), truncated: rows.length > limits.rows };
}

const validation = (message: string): Answer =>
  new Answer(422, { message: "Validation Failed", errors: [{ resource: "PullRequest", code: "custom", message }] });

function write(
  { state, root, repository, token, method, path, body }: RepositoryCall,
  folder: string,
  mayPush: boolean,
  resolve: (rev: string) => string | null,
): never {
  const login = token?.login ?? "";
  const text = (key: string): string => {
    const value = body[key];
    if (typeof value !== "string") throw new Answer(422, { message: `Invalid request.\n\n"${key}" wasn't supplied.` });
    return value;
  };
  if (method === "POST" && path === "forks") {
    const fork = `${login}/${repository.split("/")[1] ?? ""}`;
    if (!existsSync(join(root, fork))) {
      mkdirSync(dirname(join(root, fork)), { recursive: true });
      cpSync(folder, join(root, fork), { recursive: true });
    }
    throw new Answer(202, { full_name: fork, owner: { login } });
  }
  if (method === "POST" && path === "pulls") {
    if (token?.pullRequests !== "write") throw new Answer(403, { message: "Resource not accessible by personal access token" });
    const [headOwner = "", headBranch = ""] = text("head").includes(":")
      ? text("head").split(":")
      : [repository.split("/")[0], text("head")];
    const headFolder = join(root, headOwner, repository.split("/")[1] ?? "");
    let sha: string;
    try {
      sha = git(headFolder, ["rev-parse", "--verify", "--quiet", `refs/heads/${headBranch}`]);
    } catch {
      throw new Answer(422, {
        message: "Validation Failed",
        errors: [{ resource: "PullRequest", field: "head", code: "invalid" }],
      });
    }
    if (resolve(`refs/heads/${text("base")}`) === null)
      throw new Answer(422, {
        message: "Validation Failed",
        errors: [{ resource: "PullRequest", field: "base", code: "invalid" }],
      });
    const label = `${headOwner}:${headBranch}`;
    if (state.pulls.some((one) => one.repository === repository && one.head === label))
      throw validation(`A pull request already exists for ${label}.`);
    const pull = {
      number: state.pulls.length + 1,
      repository,
      head: label,
      base: text("base"),
      title: text("title"),
      body: text("body"),
      draft: body["draft"] === true,
      sha,
    };
    state.pulls.push(pull);
    throw new Answer(201, {
      number: pull.number,
      draft: pull.draft,
      html_url: `https://github.com/${repository}/pull/${String(pull.number)}`,
      head: { sha },
    });
  }
  const [, edited = ""] = /^pulls\/(\d+)$/.exec(path) ?? [];
  if (method === "PATCH" && edited !== "") {
    if (token?.pullRequests !== "write") throw new Answer(403, { message: "Resource not accessible by personal access token" });
    const at = state.pulls.findIndex((one) => one.repository === repository && String(one.number) === edited);
    const pull = state.pulls[at];
    if (pull === undefined) throw notFound();
    state.pulls[at] = { ...pull, body: text("body") };
    throw new Answer(200, { number: pull.number, draft: pull.draft, head: { sha: pull.sha } });
  }
  if (!mayPush)
    throw new Answer(state.privateRepositories.has(repository) ? 404 : 403, { message: "Must have push access to repository" });
  if (token?.contents !== "write") throw new Answer(403, { message: "Resource not accessible by personal access token" });
  if (method === "POST" && path === "git/blobs") {
    const bytes = Buffer.from(text("content"), body["encoding"] === "base64" ? "base64" : "utf8");
    throw new Answer(201, { sha: git(folder, ["hash-object", "-w", "--stdin"], bytes) });
  }
  if (method === "POST" && path === "git/trees") throw new Answer(201, { sha: writeTree(folder, body) });
  if (method === "POST" && path === "git/commits") {
    const author = (body["author"] ?? {}) as Record<string, string>;
    const who = `${author["name"] ?? login} <${author["email"] ?? `${login}@users.noreply.example`}> ${String(Math.floor(Date.parse(author["date"] ?? "2023-11-14T22:13:20Z") / 1000))} +0000`;
    const content = [
      `tree ${text("tree")}`,
      ...(body["parents"] as string[]).map((parent) => `parent ${parent}`),
      `author ${who}`,
      `committer ${who}`,
      "",
      text("message"),
    ].join("\n");
    throw new Answer(201, {
      sha: git(folder, ["hash-object", "-t", "commit", "-w", "--stdin"], content),
      tree: { sha: text("tree") },
    });
  }
  if (method === "POST" && path === "git/refs") {
    const ref = text("ref");
    if (!/^refs\/heads\/.+/.test(ref))
      throw new Answer(422, { message: "Reference name must start with 'refs/' and contain at least 2 slashes." });
    if (resolve(ref) !== null) throw new Answer(422, { message: "Reference already exists" });
    if (state.protectedBranches.get(repository)?.test(ref.slice(11)) === true)
      throw new Answer(422, {
        message: "Repository rule violations found\n\nCannot create ref due to creations being restricted.\n\n",
      });
    if (resolve(`${text("sha")}^{commit}`) === null) throw new Answer(422, { message: "Object does not exist" });
    git(folder, ["update-ref", ref, text("sha")]);
    throw new Answer(201, { ref, object: { type: "commit", sha: text("sha") } });
  }
  throw notFound();
}

interface TreeRow {
  readonly path: string;
  readonly mode: string;
  readonly sha: string | null;
}

/** `base_tree` with rows laid over; `sha: null` removes. By git's own index, in a file of its own. */
function writeTree(folder: string, body: Record<string, unknown>): string {
  const rows = body["tree"] as TreeRow[];
  const base = typeof body["base_tree"] === "string" ? body["base_tree"] : null;
  const index = {
    GIT_INDEX_FILE: join(git(folder, ["rev-parse", "--absolute-git-dir"]), `index-of-${process.hrtime.bigint().toString()}`),
  };
  git(folder, base === null ? ["read-tree", "--empty"] : ["read-tree", base], undefined, index);
  const lines = rows.map((row) => `${row.sha === null ? `0 ${"0".repeat(40)}` : `${row.mode} ${row.sha}`}\t${row.path}\0`).join("");
  git(folder, ["update-index", "-z", "--index-info"], lines, index);
  return git(folder, ["write-tree"], undefined, index);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8")) as unknown;
  } catch {
    throw new Answer(400, { message: "Problems parsing JSON" });
  }
}
