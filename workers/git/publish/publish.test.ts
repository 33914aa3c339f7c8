/** Branches and draft pull requests, on real git behind real servers; and every way in which a host refuses them. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createRepository, git, temporaryFolder, type TestRepository } from "../../../e2e/servers/git-repository.ts";
import { serveGit, type GitHttpServer } from "../../../e2e/servers/git-http-server.ts";
import { serveGitHub, type GitHubServer } from "../../../e2e/servers/github-server.ts";
import type { CommitInfo, OpenedRepository } from "../../../src/app/ports/index.ts";
import { repoPathOf, type Oid } from "../../../src/core/snapshot/index.ts";
import { createGitEngine } from "../engine.ts";

// Real git and real servers: slow where the machine is busy, and never by themselves.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const engine = createGitEngine();
const root = temporaryFolder();
let repository: TestRepository;
let opened: OpenedRepository;
let baseCommit: Oid;
let result: Oid;
let server: GitHttpServer;
let github: GitHubServer;
let branches = 0;

const commitNamed = (branch: string): CommitInfo => ({
  author: { name: "Ada Möller", email: "ada@example.invalid" },
  timestamp: 1_750_000_000,
  timezoneOffset: -120,
  message: "T-1: Fix it\n\nFixgate-Receipt: sha256:abc\n",
  branch,
});
const newBranch = (): string => `fixgate/T-${String(++branches)}`;
const options = (token: string | null = null) => ({ signal: new AbortController().signal, onProgress: () => undefined, token });

const ANOTHER_NAME: unknown = expect.stringMatching(/another name, or remove the old one on the host; it is never overwritten/);

beforeAll(async () => {
  repository = createRepository();
  repository.commit({ "a.ts": "a\n", "gone.ts": "x\n", "bin/run": { content: "#!/bin/sh\n", mode: "100755" } });
  mkdirSync(join(root.path, "acme"));
  git(root.path, ["clone", "-q", "--bare", repository.folder, "acme/tools"]);
  server = await serveGit({ root: root.path, allowPush: true });
  github = await serveGitHub(root.path);
  const source = await engine.open({ kind: "git", url: `${server.origin}/acme/tools`, ref: null, proxy: null }, options());
  if (!source.ok || source.value.commit === null) throw new Error("not opened");
  opened = source.value;
  baseCommit = source.value.commit;
  result = await engine.overlay(opened.snapshot.oid, [
    { path: repoPathOf("a.ts"), bytes: new TextEncoder().encode("A\n") },
    { path: repoPathOf("new/ü.ts"), bytes: new Uint8Array([0, 255, 13, 10]) },
    { path: repoPathOf("gone.ts"), bytes: null },
  ]);
});
afterAll(async () => {
  await server.close();
  await github.close();
  root.remove();
  repository.remove();
});

const bare = (name = "acme/tools"): string => join(root.path, name);

describe("a pushed branch", () => {
  const push = (
    branch: string,
    more: { baseCommit?: Oid; baseBranch?: string | null; url?: string; token?: string | null; proxy?: string } = {},
  ) =>
    engine.pushBranch(
      {
        url: more.url ?? `${server.origin}/acme/tools`,
        proxy: more.proxy ?? null,
        base: opened.snapshot.oid,
        baseCommit: more.baseCommit ?? baseCommit,
        result,
        commit: commitNamed(branch),
        baseBranch: more.baseBranch === undefined ? "main" : more.baseBranch,
      },
      options(more.token ?? null),
    );

  it("is one commit on the base, with the tree that was graded", async () => {
    const branch = newBranch();
    const pushed = await push(branch);
    expect(pushed).toEqual({ ok: true, value: { branch, commit: git(bare(), ["rev-parse", branch]) } });
    expect(
      git(bare(), ["log", "-1", "--format=%an <%ae> %ad|%P|%T|%(trailers:key=Fixgate-Receipt,valueonly)", "--date=raw", branch]),
    ).toBe(`Ada Möller <ada@example.invalid> 1750000000 +0200|${baseCommit}|${result}|sha256:abc\n`);
    expect(git(bare(), ["fsck", "--strict", "--no-dangling"])).toBe("");
  });

  it("finds the default branch where none is named", async () => {
    expect(await push(newBranch(), { baseBranch: null })).toMatchObject({ ok: true });
  });

  it("never overwrites: a name that exists", async () => {
    const branch = newBranch();
    await push(branch);
    const before = git(bare(), ["rev-parse", branch]);
    expect(await push(branch)).toMatchObject({ ok: false, error: { kind: "branch-exists", advice: ANOTHER_NAME } });
    expect(git(bare(), ["rev-parse", branch])).toBe(before);
  });

  it("a base that moved on, or is gone", async () => {
    const moved = await push(newBranch(), { baseCommit: "1".repeat(40) as Oid });
    expect(moved).toMatchObject({
      ok: false,
      error: { kind: "base-moved", advice: expect.stringContaining("every gate again") as unknown },
    });
    expect(await push(newBranch(), { baseBranch: "nowhere" })).toMatchObject({ ok: false, error: { kind: "base-moved" } });
  });

  it("a name that a hook protects", async () => {
    const hook = join(bare(), "hooks/update");
    writeFileSync(hook, '#!/bin/sh\ncase "$1" in refs/heads/release/*) echo "protected name" >&2; exit 1;; esac\n');
    chmodSync(hook, 0o755);
    const pushed = await push("release/1");
    expect(pushed).toMatchObject({
      ok: false,
      error: {
        kind: "protected-branch",
        message: expect.stringContaining("protected name") as unknown,
        advice: expect.stringMatching(/use another branch name, or ask who set the rule/) as unknown,
      },
    });
  });

  it("a host that serves reading only, asks who you are, or is not there", async () => {
    const reading = await serveGit({ root: root.path });
    const closed = await serveGit({ root: root.path, allowPush: true, password: "tok" });
    try {
      expect(await push(newBranch(), { url: `${reading.origin}/acme/tools` })).toMatchObject({
        ok: false,
        error: { kind: "no-permission", advice: expect.stringMatching(/token that may write to it, or send the patch/) as unknown },
      });
      expect(await push(newBranch(), { url: `${closed.origin}/acme/tools` })).toMatchObject({
        ok: false,
        error: { kind: "unauthorised" },
      });
      expect(await push(newBranch(), { url: `${closed.origin}/acme/tools`, token: "tok" })).toMatchObject({ ok: true });
      expect(closed.requests.every((request) => !request.url.includes("tok"))).toBe(true);
      expect(await push(newBranch(), { token: "tok", proxy: reading.origin })).toMatchObject({
        ok: false,
        error: { kind: "unauthorised" },
      });
    } finally {
      await reading.close();
      await closed.close();
    }
    expect(await push(newBranch(), { url: `${server.origin}/acme/gone` })).toMatchObject({
      ok: false,
      error: { kind: "not-found" },
    });
  });
});

describe("a draft pull request", () => {
  beforeEach(() => {
    github.tokens.clear();
    github.pulls.length = 0;
    github.requests.length = 0;
    github.protectedBranches.clear();
    github.tokens.set("owner", { login: "acme", contents: "write", pullRequests: "write" });
    github.tokens.set("stranger", { login: "ada", contents: "write", pullRequests: "write" });
    github.tokens.set("reader", { login: "acme", contents: "read", pullRequests: "none" });
    github.tokens.set("no-pulls", { login: "acme", contents: "write", pullRequests: "none" });
  });
  const draft = (token: string, branch: string, more: { baseCommit?: Oid; baseBranch?: string | null } = {}) =>
    engine.draftPullRequest(
      {
        owner: "acme",
        name: "tools",
        apiBase: github.api,
        title: "T-1: Fix it",
        body: "What was checked",
        base: opened.snapshot.oid,
        baseCommit: more.baseCommit ?? baseCommit,
        result,
        commit: commitNamed(branch),
        baseBranch: more.baseBranch ?? null,
      },
      { ...options(), token },
    );

  it("holds the tree that was graded, by the person, on the base; a draft, merged by nobody", async () => {
    const branch = newBranch();
    const drafted = await draft("owner", branch);
    expect(drafted).toMatchObject({
      ok: true,
      value: { number: 1, branch, fork: null, commit: git(bare(), ["rev-parse", branch]) },
    });
    expect(git(bare(), ["log", "-1", "--format=%an <%ae>|%P|%T", branch])).toBe(
      `Ada Möller <ada@example.invalid>|${baseCommit}|${result}`,
    );
    expect(github.pulls).toMatchObject([
      { draft: true, base: "main", head: `acme:${branch}`, title: "T-1: Fix it", body: "What was checked" },
    ]);
    expect(git(bare(), ["rev-parse", "main"])).toBe(baseCommit);
    expect(git(bare(), ["fsck", "--strict", "--no-dangling"])).toBe("");
  });

  it("comes from a fork where the person may not push", async () => {
    const branch = newBranch();
    const drafted = await draft("stranger", branch);
    expect(drafted).toMatchObject({ ok: true, value: { fork: "ada/tools" } });
    expect(git(bare("ada/tools"), ["rev-parse", `${branch}^{tree}`])).toBe(result);
    expect(github.pulls).toMatchObject([{ repository: "acme/tools", head: `ada:${branch}` }]);
    expect(() => git(bare(), ["rev-parse", "--verify", branch])).toThrow();
  });

  it.each([
    ["a token that is not known", "wrong", "unauthorised", /expired or been revoked: make a new one/],
    ["a token that may not write", "reader", "token-scope", /"Contents: read and write"[^]*a classic one needs "public_repo"/],
  ])("%s", async (_, token, kind, advice) => {
    const drafted = await draft(token, newBranch());
    expect(drafted).toMatchObject({ ok: false, error: { kind, advice: expect.stringMatching(advice) as unknown } });
    expect(JSON.stringify(drafted)).not.toContain(`"${token}"`);
    expect(github.pulls).toEqual([]);
  });

  it("a token that may not open pull requests: the branch is there, and it is said", async () => {
    const branch = newBranch();
    expect(await draft("no-pulls", branch)).toMatchObject({
      ok: false,
      error: {
        kind: "token-scope",
        pushedBranch: branch,
        advice: expect.stringMatching(/"Pull requests: read and write"[^]*Or open it by hand from the branch/) as unknown,
      },
    });
  });

  it("a base that moved on: nothing is written", async () => {
    const drafted = await draft("owner", newBranch(), { baseCommit: "2".repeat(40) as Oid });
    expect(drafted).toMatchObject({ ok: false, error: { kind: "base-moved" } });
    expect(github.requests.every((request) => request.method === "GET")).toBe(true);
  });

  it("a name that exists, a pull request that exists, a protected name", async () => {
    const branch = newBranch();
    await draft("owner", branch);
    expect(await draft("owner", branch)).toMatchObject({ ok: false, error: { kind: "branch-exists", advice: ANOTHER_NAME } });
    git(bare(), ["update-ref", "-d", `refs/heads/${branch}`]);
    expect(await draft("owner", branch)).toMatchObject({
      ok: false,
      error: {
        kind: "pull-request-exists",
        pushedBranch: branch,
        advice: expect.stringMatching(/close it, or use another branch name/) as unknown,
      },
    });
    github.protectedBranches.set("acme/tools", /^fixgate\//);
    expect(await draft("owner", newBranch())).toMatchObject({
      ok: false,
      error: {
        kind: "protected-branch",
        advice: expect.stringMatching(/^Use another branch name, or ask who set the rule/) as unknown,
      },
    });
  });

  it("sends the token to the API alone, in a header", async () => {
    await draft("owner", newBranch());
    expect(github.requests.length).toBeGreaterThan(5);
    for (const request of github.requests) {
      expect(request.host).toBe("api");
      expect(request.url).not.toContain("owner?");
      expect(request.headers["authorization"]).toBe("Bearer owner");
    }
  });

  it("can be cancelled", async () => {
    const controller = new AbortController();
    controller.abort();
    expect(
      await engine.draftPullRequest(
        {
          owner: "acme",
          name: "tools",
          apiBase: github.api,
          title: "",
          body: "",
          base: opened.snapshot.oid,
          baseCommit,
          result,
          commit: commitNamed("x"),
          baseBranch: null,
        },
        { signal: controller.signal, onProgress: () => undefined, token: "owner" },
      ),
    ).toEqual({ ok: false, error: { kind: "cancelled" } });
  });
});
