/** Every way in, against real servers and files that real git made; every way in which it goes wrong, too. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createRepository, git, gitBytes, temporaryFolder, type TestRepository } from "../../../e2e/servers/git-repository.ts";
import { serveGit, type GitHttpServer } from "../../../e2e/servers/git-http-server.ts";
import { serveGitLab, type GitLabServer, type GitLabTreeRow } from "../../../e2e/servers/gitlab-server.ts";
import { serveGitHub, type GitHubServer, type GitHubTreeRow } from "../../../e2e/servers/github-server.ts";
import type { OpenedRepository, OpenError, OpenProgress, RepoSource } from "../../../src/app/ports/index.ts";
import { oidOf } from "../../../src/core/snapshot/index.ts";
import type { Result } from "../../../src/core/result.ts";
import { createGitEngine, type GitEngine } from "../engine.ts";
import { FILE_LIMIT } from "./context.ts";

// Real git and real servers: slow where the machine is busy, and never by themselves.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const FILES = {
  "package.json": "{}\n",
  "src/ünï/日本 語.ts": "export {};\n",
  "src/crlf.ts": "a\r\nb\r\n",
  "src/copy.ts": "a\r\nb\r\n",
  "src/deep/er/x.ts": "",
  "bin/run": { content: "#!/bin/sh\n", mode: "100755" as const },
  "bin/link": { content: "run", mode: "120000" as const },
  "image.bin": { content: Uint8Array.from({ length: 300 }, (_, i) => i % 256) },
};

const root = temporaryFolder();
let repository: TestRepository;
let first: string;
let head: string;
let side: string;
let engine: GitEngine;

async function open(
  source: RepoSource,
  options: { signal?: AbortSignal; token?: string | null; onProgress?: (progress: OpenProgress) => void } = {},
): Promise<Result<OpenedRepository, OpenError>> {
  return engine.open(source, {
    signal: options.signal ?? new AbortController().signal,
    token: options.token ?? null,
    onProgress: options.onProgress ?? (() => undefined),
  });
}
async function opened(source: RepoSource, token: string | null = null): Promise<OpenedRepository> {
  const result = await open(source, { token });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
async function failure(source: RepoSource, token: string | null = null): Promise<OpenError> {
  const result = await open(source, { token });
  if (result.ok) throw new Error("it opened");
  return result.error;
}

interface ListedRow {
  readonly path: string;
}
const without =
  (path: string) =>
  <T extends ListedRow>(rows: readonly T[]): readonly T[] =>
    rows.filter((row) => row.path !== path);
const renamed =
  (from: string, to: string) =>
  <T extends ListedRow>(rows: readonly T[]): readonly T[] =>
    rows.map((row) => (row.path === from ? { ...row, path: to, name: to.split("/").at(-1) } : row));

const expectNoTree = (): Promise<void> =>
  expect((async () => engine.snapshot(oidOf(repository.tree())))()).rejects.toThrow("no such tree");
async function expectNotTaken(...contents: string[]): Promise<void> {
  const oids = contents.map((content) => oidOf(git(repository.folder, ["hash-object", "--stdin"], content)));
  expect((await engine.blobs(oids)).size).toBe(0);
}
/** Neither the commit's tree nor one of its files. */
async function expectNotHeld(commit: string, path: string): Promise<void> {
  const blob = oidOf(repository.git("rev-parse", `${commit}:${path}`));
  expect((await engine.blobs([blob])).size).toBe(0);
  await expect((async () => engine.snapshot(oidOf(repository.tree(commit))))()).rejects.toThrow("no such tree");
}

beforeAll(() => {
  repository = createRepository();
  first = repository.commit({ "old.txt": "old\n" });
  head = repository.commit(FILES);
  repository.git("tag", "-a", "v1.0.0", "-m", "An annotated tag");
  repository.git("checkout", "-q", "-b", "feature/x");
  side = repository.commit({ ...FILES, "side.ts": "side\n" });
  repository.git("update-ref", "refs/pull/7/head", side);
  repository.git("checkout", "-q", "main");
  mkdirSync(join(root.path, "acme"));
  git(root.path, ["clone", "-q", "--mirror", repository.folder, "acme/tools"]);
  git(root.path, ["init", "-q", "--bare", "-b", "main", "acme/empty"]);
});
afterAll(() => {
  repository.remove();
  root.remove();
});
beforeEach(() => {
  engine = createGitEngine({ limits: { headersMs: 20_000, idleMs: 20_000 } });
});

describe("smart HTTP", () => {
  let server: GitHttpServer;
  beforeAll(async () => {
    server = await serveGit({ root: root.path });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.faults.clear();
  });
  const source = (path: string, ref: string | null = null): RepoSource => ({
    kind: "git",
    url: `${server.origin}/${path}`,
    ref,
    proxy: null,
  });

  it.each([
    ["the default branch", null, "main", () => head],
    ["a branch with a slash", "feature/x", "feature/x", () => side],
    ["an annotated tag", "v1.0.0", "v1.0.0", () => head],
    ["a pull request's head", "refs/pull/7/head", "refs/pull/7/head", () => side],
  ])("opens %s", async (_, ref, shown, commit) => {
    const repo = await opened(source("acme/tools", ref));
    expect(repo.commit).toBe(commit());
    expect(repo.ref).toBe(shown);
    expect(repo.snapshot.oid).toBe(repository.tree(commit()));
  });

  it.each([
    ["the default branch", null, () => head],
    ["a branch", "feature/x", () => side],
    ["a tag", "v1.0.0", () => repository.git("rev-parse", "v1.0.0")],
  ])("asks for %s alone, one commit deep, and holds nothing from below it", async (_, ref, tip) => {
    const before = server.posts.length;
    await opened(source("acme/tools", ref));
    const posts = server.posts.slice(before);
    expect(posts.map(({ url }) => url)).toEqual(["/acme/tools/git-upload-pack"]);
    const asked = posts[0]?.body ?? "";
    expect(asked.match(/want [0-9a-f]{40}/g)).toEqual([`want ${tip()}`]);
    expect(asked.match(/deepen \d+/g)).toEqual(["deepen 1"]);
    await expectNotHeld(first, "old.txt");
  });

  it("opens a commit id that no branch ends in, and holds nothing from above it", async () => {
    expect((await opened(source("acme/tools", first))).snapshot.oid).toBe(repository.tree(first));
    await expectNotHeld(head, "image.bin");
  });

  it("finds a default branch that was renamed, and knows the old name no more", async () => {
    git(root.path, ["clone", "-q", "--mirror", repository.folder, "acme/renamed"]);
    const renamed = join(root.path, "acme/renamed");
    git(renamed, ["branch", "-m", "main", "trunk"]);
    git(renamed, ["symbolic-ref", "HEAD", "refs/heads/trunk"]);
    expect(await opened(source("acme/renamed"))).toMatchObject({ ref: "trunk", commit: head });
    expect(await failure(source("acme/renamed", "main"))).toMatchObject({ kind: "not-found" });
  });

  it("401 asks for a token, and says that a wrong address may answer so", async () => {
    server.faults.set("acme", { kind: "status", status: 401 });
    expect(await failure(source("acme/tools"))).toMatchObject({
      kind: "unauthorised",
      advice: expect.stringMatching(/token[^]*check the address/) as unknown,
    });
  });

  it("a redirect in a circle ends", async () => {
    server.faults.set("round", { kind: "redirect", to: `${server.origin}/round` });
    expect(await failure(source("round"))).toMatchObject({ kind: "unreachable" });
    expect(await failure(source("round"), "tok")).toMatchObject({ kind: "unreachable" });
  });

  it("follows a redirect, for the fetch too", async () => {
    server.faults.set("moved", { kind: "redirect", to: `${server.origin}/acme/tools` });
    expect((await opened(source("moved"))).snapshot.oid).toBe(repository.tree());
  });

  it("says how far it is", async () => {
    const phases: string[] = [];
    await open(source("acme/tools"), { onProgress: ({ phase }) => phases.push(phase) });
    expect([...new Set(phases)]).toEqual(expect.arrayContaining(["connecting", "receiving", "checking"]));
  });

  it.each([
    ["404", "not-found", { kind: "status", status: 404 }],
    ["403", "unauthorised", { kind: "status", status: 403 }],
    ["500", "unreachable", { kind: "status", status: 500 }],
    ["a web page", "not-found", { kind: "web-page" }],
    ["silence", "unreachable", { kind: "hang" }],
    ["an answer cut off", "unreachable", { kind: "partial", bytes: 700 }],
    ["an answer that stops", "unreachable", { kind: "partial", bytes: 700, silent: true }],
  ] as const)("%s is %s, with advice", async (_, kind, fault) => {
    server.faults.set("acme", fault);
    if (fault.kind === "hang" || fault.kind === "partial") engine = createGitEngine({ limits: { headersMs: 3000, idleMs: 1500 } });
    const error = await failure(source("acme/tools"));
    expect(error.kind).toBe(kind);
    expect("advice" in error && error.advice.length > 10).toBe(true);
  });

  it("429 says until when", async () => {
    server.faults.set("acme", { kind: "status", status: 429, headers: { "retry-after": "120" } });
    const error = await failure(source("acme/tools"));
    if (error.kind !== "rate-limited" || error.resetsAt === null) throw new Error(error.kind);
    expect(error.resetsAt - Date.now()).toBeGreaterThan(100_000);
  });

  it.each([
    ["a branch that isn't there", "acme/tools", "nowhere", "not-found"],
    ["a commit that isn't there", "acme/tools", "1".repeat(40), "not-found"],
    ["a repository that isn't there", "acme/gone", null, "not-found"],
    ["an empty repository", "acme/empty", null, "empty"],
  ])("%s", async (_, path, ref, kind) => {
    expect(await failure(source(path, ref))).toMatchObject({ kind });
  });

  it("a dead host", async () => {
    expect((await failure({ kind: "git", url: "http://127.0.0.1:9/x", ref: null, proxy: null })).kind).toBe("unreachable");
  });

  it("can be cancelled while it waits", async () => {
    server.faults.set("acme", { kind: "hang" });
    const controller = new AbortController();
    const result = open(source("acme/tools"), { signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 50);
    expect(await result).toEqual({ ok: false, error: { kind: "cancelled" } });
  });

  it("sends a token in a header only, to that host only", async () => {
    const closed = await serveGit({ root: root.path, password: "s3cret-token" });
    const other = await serveGit({ root: root.path });
    try {
      const at: RepoSource = { kind: "git", url: `${closed.origin}/acme/tools`, ref: null, proxy: null };
      expect(await failure(at)).toMatchObject({ kind: "unauthorised" });
      expect((await opened(at, "s3cret-token")).snapshot.oid).toBe(repository.tree());
      for (const request of closed.requests) expect(request.url).not.toContain("s3cret");
      closed.faults.set("acme", { kind: "redirect", to: `${other.origin}/acme` });
      const error = await failure(at, "s3cret-token");
      expect(error.kind).toBe("unauthorised");
      expect(JSON.stringify(error)).not.toContain("s3cret");
      expect(other.requests).toEqual([]);
      expect(await failure({ ...at, proxy: other.origin }, "s3cret-token")).toMatchObject({ kind: "unauthorised" });
      expect(other.requests).toEqual([]);
    } finally {
      await closed.close();
      await other.close();
    }
  });
});

describe("GitHub's API", () => {
  let server: GitHubServer;
  beforeAll(async () => {
    server = await serveGitHub(root.path);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.requests.length = 0;
    server.limits.anonymous = 60;
    server.limits.rows = 100_000;
    server.rawFaults.clear();
    Object.assign(server.apiFaults, { tree: null, blob: null });
    server.tokens.clear();
    server.privateRepositories.clear();
  });
  const source = (ref: string | null = null, name = "tools"): RepoSource => ({
    kind: "github",
    owner: "acme",
    name,
    ref,
    apiBase: server.api,
    rawBase: server.raw,
  });

  it("costs two calls, and has git's tree", async () => {
    const repo = await opened(source());
    expect(repo.snapshot.oid).toBe(repository.tree());
    expect(repo.commit).toBe(head);
    expect(repo.snapshot.entries.map((entry) => entry.path)).toEqual(Object.keys(FILES).sort());
    expect(server.requests.filter((request) => request.host === "api")).toHaveLength(2);
    // One for each different blob; the empty one is known.
    expect(server.requests.filter((request) => request.host === "raw")).toHaveLength(6);
    expect(repo.rateLimit?.remaining).toBe(58);
  });

  it.each([
    ["a branch with a slash", "feature/x", "feature/x", () => side],
    ["a branch with a path behind it", "feature/x/src/deep", "feature/x", () => side],
    ["a tag", "v1.0.0", "v1.0.0", () => head],
    ["a commit", () => first, () => first, () => first],
  ])("opens %s", async (_, ref, shown, commit) => {
    const repo = await opened(source(typeof ref === "string" ? ref : ref()));
    expect([repo.commit, repo.ref]).toEqual([commit(), typeof shown === "string" ? shown : shown()]);
    expect(repo.snapshot.oid).toBe(repository.tree(commit()));
  });

  it("opens a pull request's head", async () => {
    server.pulls.push({
      number: 7,
      repository: "acme/tools",
      head: "acme:feature/x",
      base: "main",
      title: "",
      body: "",
      draft: false,
      sha: side,
    });
    expect(await opened(source("refs/pull/7/head"))).toMatchObject({ commit: side, ref: "pull/7" });
  });

  it("walks the folders where the listing is cut off", async () => {
    server.limits.rows = 6;
    const repo = await opened(source());
    expect(repo.snapshot.oid).toBe(repository.tree());
    expect(repo.warnings.join()).toContain("cut the listing");
  });

  it("follows a renamed repository", async () => {
    server.renamed.set("acme/old-name", "acme/tools");
    expect((await opened(source(null, "old-name"))).snapshot.oid).toBe(repository.tree());
  });

  it("tries again after a hiccup, and never takes bytes with another hash", async () => {
    server.rawFaults.set("package.json", { status: 503 });
    server.rawFaults.set("image.bin", { bytes: "not the image", always: true });
    expect((await opened(source())).snapshot.oid).toBe(repository.tree());
    // The API had to serve the image.
    expect(server.requests.filter((request) => request.url.includes("/git/blobs/"))).toHaveLength(1);
  });

  it.each<[string, (rows: readonly GitHubTreeRow[]) => readonly GitHubTreeRow[]]>([
    ["a row of the root missing", without("package.json")],
    ["a row of a folder missing", without("src/crlf.ts")],
    ["a folder missing, with what is in it", (rows) => rows.filter(({ path }) => !path.startsWith("bin"))],
    ["a file renamed", renamed("src/crlf.ts", "src/lf.ts")],
    ["another mode", (rows) => rows.map((row) => (row.path === "bin/run" ? { ...row, mode: "100644" } : row))],
  ])("a listing with %s is corrupt, and no file is fetched", async (_, fault) => {
    server.apiFaults.tree = fault;
    expect(await failure(source())).toMatchObject({ kind: "corrupt" });
    expect(server.requests.filter((request) => request.host === "raw")).toEqual([]);
    await expectNoTree();
  });

  it("bytes of another hash from both hosts are corrupt, and not kept", async () => {
    server.rawFaults.set("image.bin", { bytes: "not the image", always: true });
    server.apiFaults.blob = () => Buffer.from("not the image either");
    expect(await failure(source())).toMatchObject({ kind: "corrupt", message: expect.stringContaining("image.bin") as unknown });
    await expectNotTaken("not the image", "not the image either");
  });

  it("a file over the limit is not fetched, and the tree stays what it is", async () => {
    const other = createRepository();
    other.commit({ "a.txt": "a\n", "large.bin": { content: new Uint8Array(FILE_LIMIT + 1) } });
    git(root.path, ["clone", "-q", "--mirror", other.folder, "acme/large"]);
    const repo = await opened(source(null, "large"));
    expect(repo.snapshot.oid).toBe(other.tree());
    expect(repo.snapshot.entries.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(repo.warnings.join("\n")).toMatch(/Files above 20\.0 MB were not fetched: large\.bin\./);
    expect(server.requests.filter(({ url }) => url.includes("large.bin"))).toEqual([]);
    other.remove();
  });

  it("a limit that is used up says until when, and a token lifts it", async () => {
    server.limits.anonymous = 1;
    const error = await failure(source());
    if (error.kind !== "rate-limited") throw new Error(error.kind);
    expect(Math.abs((error.resetsAt ?? 0) - Date.now() - 3600_000)).toBeLessThan(60_000);
    expect(error.message).toMatch(/until \d\d:\d\d\b/);
    expect(error.advice).toContain("token");
    expect(await failure(source())).toMatchObject({ kind: "rate-limited" });
    server.tokens.set("github_pat_abc", { login: "someone", contents: "read", pullRequests: "none" });
    const repo = await opened(source(), "github_pat_abc");
    expect([repo.snapshot.oid, repo.rateLimit?.remaining]).toEqual([repository.tree(), 4999]);
  });

  it.each([
    ["a repository that isn't there", null, "gone", "not-found"],
    ["a branch that isn't there", "nowhere", "tools", "not-found"],
    ["an empty repository", null, "empty", "empty"],
  ])("%s", async (_, ref, name, kind) => {
    expect((await failure(source(ref, name))).kind).toBe(kind);
  });

  it("a token opens a private repository, and goes to the API alone", async () => {
    server.privateRepositories.add("acme/tools");
    server.tokens.set("github_pat_abc", { login: "someone", contents: "read", pullRequests: "none" });
    expect((await failure(source())).kind).toBe("not-found");
    expect(await failure(source(), "wrong")).toMatchObject({ kind: "unauthorised" });
    expect((await opened(source(), "github_pat_abc")).snapshot.oid).toBe(repository.tree());
    for (const request of server.requests) {
      expect(request.url).not.toContain("github_pat");
      if (request.host === "raw") expect(request.headers["authorization"]).toBeUndefined();
    }
  });
});

describe("GitLab's API", () => {
  let server: GitLabServer;
  beforeAll(async () => {
    server = await serveGitLab(root.path);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    Object.assign(server.faults, { tree: null, blob: null });
  });
  const source = (ref: string | null = null, project = "acme/tools"): RepoSource => ({
    kind: "gitlab",
    project,
    ref,
    apiBase: server.api,
  });

  it.each([
    ["the default branch", null, 100, () => head],
    ["a listing of many pages", "main", 3, () => head],
    ["a branch with a slash", "feature/x", 100, () => side],
    ["a merge request's head", "refs/merge-requests/3/head", 100, () => side],
  ])("opens %s with git's tree", async (_, ref, perPage, commit) => {
    server.settings.perPage = perPage;
    server.mergeRequests.set("3", side);
    const repo = await opened(source(ref));
    expect([repo.commit, repo.snapshot.oid]).toEqual([commit(), repository.tree(commit())]);
    // The commit's id comes out of what the API tells: nothing is taken on trust.
    expect(repo.warnings).toEqual([]);
  });

  it("says so where the root tree is not proven: a row of the root missing, a commit with more than is told", async () => {
    server.faults.tree = without("package.json");
    const shorter = await opened(source());
    expect(shorter.snapshot.oid).not.toBe(repository.tree());
    expect(shorter.warnings.join("\n")).toContain("GitLab's API does not tell the root tree's id");
    server.faults.tree = null;
    const other = createRepository();
    other.commit({ "a.txt": "a\n" });
    const plain = git(other.folder, ["cat-file", "commit", "HEAD"]);
    const signed = plain.replace("\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n -----END PGP SIGNATURE-----\n\n");
    other.git("update-ref", "HEAD", git(other.folder, ["hash-object", "-t", "commit", "-w", "--stdin"], `${signed}\n`));
    git(root.path, ["clone", "-q", "--mirror", other.folder, "acme/signed"]);
    const repo = await opened(source(null, "acme/signed"));
    expect(repo.snapshot.oid).toBe(other.tree());
    expect(repo.warnings.join("\n")).toContain("GitLab's API does not tell the root tree's id");
    other.remove();
  });

  it.each<[string, (rows: readonly GitLabTreeRow[]) => readonly GitLabTreeRow[]]>([
    ["a row of a folder missing", without("src/crlf.ts")],
    ["a file renamed", renamed("src/crlf.ts", "src/lf.ts")],
    ["a folder renamed, without what is in it", renamed("bin", "sbin")],
  ])("a listing with %s is corrupt", async (_, fault) => {
    server.faults.tree = fault;
    expect(await failure(source())).toMatchObject({ kind: "corrupt" });
    await expectNoTree();
  });

  it("a blob with other bytes is corrupt, and not kept", async () => {
    const image = repository.git("rev-parse", "HEAD:image.bin");
    server.faults.blob = (oid, bytes) => (oid === image ? Buffer.from("not the image") : bytes);
    expect(await failure(source())).toMatchObject({ kind: "corrupt", message: expect.stringContaining("image.bin") as unknown });
    await expectNotTaken("not the image");
  });

  it.each([
    ["a project that isn't there", null, "acme/gone", "not-found"],
    ["a branch that isn't there", "nowhere", "acme/tools", "not-found"],
    ["an empty project", null, "acme/empty", "empty"],
  ])("%s", async (_, ref, project, kind) => {
    expect((await failure(source(ref, project))).kind).toBe(kind);
  });

  it("a limit, a private project and a token", async () => {
    server.settings.rateLimited = true;
    const limited = await failure(source());
    if (limited.kind !== "rate-limited") throw new Error(limited.kind);
    expect(Math.abs((limited.resetsAt ?? 0) - Date.now() - 60_000)).toBeLessThan(20_000);
    expect(limited.message).toMatch(/until \d\d:\d\d\b/);
    server.settings.rateLimited = false;
    Object.assign(server.settings, { token: "glpat-x", privateProject: "acme/tools" });
    expect((await failure(source())).kind).toBe("not-found");
    expect((await failure(source(), "wrong")).kind).toBe("unauthorised");
    expect((await opened(source(), "glpat-x")).snapshot.oid).toBe(repository.tree());
    for (const request of server.requests) expect(request.url).not.toContain("glpat");
  });
});

describe("archives and folders", () => {
  const archive = (bytes: Uint8Array, name = "tools"): RepoSource => ({
    kind: "archive",
    name,
    format: "zip",
    blob: new Blob([bytes as Uint8Array<ArrayBuffer>]),
  });

  it.each([
    ["zip", ["archive", "--format=zip", "--prefix=tools-main/", "HEAD"]],
    ["zip, stored", ["archive", "--format=zip", "-0", "HEAD"]],
    ["tar.gz", ["archive", "--format=tar.gz", "--prefix=tools-main/", "HEAD"]],
  ])("a %s has git's tree: modes, links and names as well", async (_, args) => {
    expect((await opened(archive(gitBytes(repository.folder, args)))).snapshot.oid).toBe(repository.tree());
  });

  it("a bundle has git's tree, commit and branch", async () => {
    const repo = await opened(archive(gitBytes(repository.folder, ["bundle", "create", "-q", "-", "--all"])));
    expect([repo.commit, repo.ref, repo.snapshot.oid]).toEqual([head, "main", repository.tree()]);
  });

  it.each([
    ["a bundle without its base", () => gitBytes(repository.folder, ["bundle", "create", "-q", "-", `${first}..main`]), "corrupt"],
    ["a zip cut off", () => gitBytes(repository.folder, ["archive", "--format=zip", "HEAD"]).subarray(0, 900), "corrupt"],
    ["a zip with a byte changed", () => flipped(gitBytes(repository.folder, ["archive", "--format=zip", "-0", "HEAD"])), "corrupt"],
    ["a tar.gz cut off", () => gitBytes(repository.folder, ["archive", "--format=tar.gz", "HEAD"]).subarray(0, 300), "corrupt"],
    ["something else", () => new TextEncoder().encode("hello"), "corrupt"],
  ])("%s is refused with advice", async (_, make, kind) => {
    expect(await failure(archive(make()))).toMatchObject({ kind, advice: expect.stringMatching(/./) as unknown });
  });

  const MANY = Array.from({ length: 500 }, (_, n) => `src/${String(n)}.ts`);
  const manyFiles = (): TestRepository => {
    const other = createRepository();
    other.commit(Object.fromEntries(MANY.map((path) => [path, `export const at = ${JSON.stringify(path)};\n`])));
    return other;
  };
  it.each<[string, OpenProgress["phase"], (other: TestRepository) => RepoSource]>([
    [
      "a folder while it is read",
      "receiving",
      () => ({
        kind: "files",
        name: "many",
        files: MANY.map((path) => ({ path: `many/${path}`, blob: new Blob([path]), executable: false })),
      }),
    ],
    ["a zip before it is read", "receiving", (other) => archive(gitBytes(other.folder, ["archive", "--format=zip", "HEAD"]))],
    [
      "a bundle while it is indexed",
      "resolving",
      (other) => archive(gitBytes(other.folder, ["bundle", "create", "-q", "-", "main"])),
    ],
    [
      "a bundle while it is copied",
      "checking",
      (other) => archive(gitBytes(other.folder, ["bundle", "create", "-q", "-", "main"])),
    ],
  ])("%s can be cancelled, and stops there", async (_, phase, make) => {
    const other = manyFiles();
    const controller = new AbortController();
    const after: OpenProgress[] = [];
    const result = await open(make(other), {
      signal: controller.signal,
      onProgress: (progress) => {
        if (controller.signal.aborted) after.push(progress);
        else if (progress.phase === phase) controller.abort();
      },
    });
    expect(result).toEqual({ ok: false, error: { kind: "cancelled" } });
    expect(after).toEqual([]);
    await expect((async () => engine.snapshot(oidOf(other.tree())))()).rejects.toThrow("no such tree");
    other.remove();
  });

  it("a zip can be cancelled while it is unpacked", async () => {
    const other = manyFiles();
    const controller = new AbortController();
    const seen: number[] = [];
    const result = await open(archive(gitBytes(other.folder, ["archive", "--format=zip", "HEAD"])), {
      signal: controller.signal,
      onProgress: ({ phase, done }) => {
        if (phase === "receiving" && done > 0) seen.push(done);
        if (done > 0) controller.abort();
      },
    });
    expect(result).toEqual({ ok: false, error: { kind: "cancelled" } });
    expect(seen).toEqual([100]);
    other.remove();
  });

  it("a path that leaves the archive is refused", async () => {
    const { zipSync } = await import("fflate");
    expect(await failure(archive(zipSync({ "../evil.txt": new Uint8Array(1), "b/c.txt": new Uint8Array(1) })))).toMatchObject({
      kind: "corrupt",
    });
  });

  it("a folder leaves out .git, node_modules and what .gitignore names, and says so", async () => {
    const file = (path: string, text: string) => ({
      path: `tools/${path}`,
      blob: new Blob([text]),
      executable: path.startsWith("bin/"),
    });
    const repo = await opened({
      kind: "files",
      name: "tools",
      files: [
        file("package.json", "{}\n"),
        file("bin/run", "#!/bin/sh\n"),
        file(".gitignore", "dist/\n*.log\n!keep.log\n"),
        file("dist/out.js", "x"),
        file("a.log", "x"),
        file("keep.log", "kept"),
        file("sub/.gitignore", "/only-here\n"),
        file("sub/only-here", "x"),
        file("only-here", "kept"),
        file(".git/config", "x"),
        file("node_modules/p/index.js", "x"),
      ],
    });
    expect(repo.snapshot.entries.map((entry) => [entry.path, entry.mode])).toEqual([
      [".gitignore", "100644"],
      ["bin/run", "100755"],
      ["keep.log", "100644"],
      ["only-here", "100644"],
      ["package.json", "100644"],
      ["sub/.gitignore", "100644"],
    ]);
    expect(repo.warnings.join("\n")).toMatch(/\.git \(1[^]*node_modules \(1[^]*3 files that \.gitignore/);
    expect(repo.commit).toBeNull();
  });

  it("a folder's .git may be a file, and a submodule's files are told to be another tree than Git's", async () => {
    const file = (path: string) => ({ path: `tools/${path}`, blob: new Blob(["gitdir: elsewhere\n"]), executable: false });
    const linked = await opened({ kind: "files", name: "tools", files: [file(".git"), file("a.txt")] });
    expect(linked.snapshot.entries.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(linked.warnings.join("\n")).toMatch(/\.git \(1/);
    expect(linked.warnings.join("\n")).not.toMatch(/submodule/);
    const files = [file("a.txt"), file("lib/dep/.git"), file("lib/dep/b.txt")];
    const held = await opened({ kind: "files", name: "tools", files, leftOut: [".git", "node_modules"] });
    expect(held.snapshot.entries.map(({ path }) => path)).toEqual(["a.txt", "lib/dep/b.txt"]);
    expect(held.warnings.join("\n")).toMatch(/lib\/dep: submodules[^]*Left out: \.git, node_modules\./);
    const named = await opened({ kind: "files", name: "tools", files: [file("a.txt"), file(".gitmodules")] });
    expect(named.warnings.join("\n")).toMatch(/What \.gitmodules names: submodules/);
  });

  it("says what a person should know: LFS pointers, submodules, colliding paths, large files", async () => {
    const other = createRepository();
    other.commit({
      "big.psd": `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 123\n`,
      "README.md": "a",
      "readme.md": "b",
      "large.bin": { content: new Uint8Array(21 * 1024 * 1024) },
    });
    other.git("update-index", "--add", "--cacheinfo", `160000,${"b".repeat(40)},vendor/lib`);
    other.git("commit", "-q", "-m", "A submodule");
    const repo = await opened(archive(gitBytes(other.folder, ["bundle", "create", "-q", "-", "main"])));
    expect(repo.snapshot.oid).toBe(other.tree());
    expect(repo.snapshot.submodules).toEqual([{ path: "vendor/lib", commit: "b".repeat(40) }]);
    const said = repo.warnings.join("\n");
    for (const word of ["Git LFS pointers", "big.psd", "vendor/lib", "README.md and readme.md", "large.bin (21.0 MB)"])
      expect(said).toContain(word);
    other.remove();
  });

  it("keeps names that are no path here, and writes over them", async () => {
    const other = createRepository();
    other.git("config", "core.protectNTFS", "false");
    other.commit({ "src/a.ts": "a\n" });
    const blob = git(other.folder, ["hash-object", "-w", "--stdin"], "odd\n");
    const rows = [
      `100644 blob ${blob}\tcaf\u00e9`,
      `100644 blob ${blob}\tback\\slash`,
      `040000 tree ${git(other.folder, ["rev-parse", "HEAD:src"])}\tsrc`,
    ];
    // As Latin-1: the é is one byte, which is not UTF-8.
    const tree = git(other.folder, ["mktree", "-z"], Buffer.from(rows.map((row) => `${row}\u0000`).join(""), "latin1"));
    const commit = git(other.folder, ["commit-tree", "-m", "Odd names", tree]);
    other.git("update-ref", "refs/heads/main", commit);
    const repo = await opened(archive(gitBytes(other.folder, ["bundle", "create", "-q", "-", "main"])));
    expect(repo.snapshot.oid).toBe(tree);
    expect(repo.warnings.join()).toContain("can't be shown");
    expect(repo.snapshot.entries.map((entry) => entry.path)).toEqual(["src/a.ts"]);
    const path = repo.snapshot.entries[0]?.path;
    if (path === undefined) throw new Error("no entry");
    const written = await engine.overlay(repo.snapshot.oid, [{ path, bytes: new TextEncoder().encode("b\n") }]);
    const patch = await engine.patch(repo.snapshot.oid, written, {
      author: { name: "A", email: "a@b" },
      timestamp: 0,
      timezoneOffset: 0,
      message: "x",
      branch: "x",
    });
    expect(await engine.applyPatch(repo.snapshot.oid, patch)).toEqual({ ok: true, value: written });
    other.remove();
  });
});

function flipped(bytes: Uint8Array): Uint8Array {
  const out = bytes.slice();
  const at = Buffer.from(out).indexOf("a\r\nb\r\n");
  out[at] = 0x7a;
  return out;
}
