/** Our own proxy between our own git client and real git; and all that it does not do. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveGit, type GitHttpServer } from "./servers/git-http-server.ts";
import { createRepository, git, temporaryFolder } from "./servers/git-repository.ts";
import { createGitEngine } from "../workers/git/engine.ts";
import { startGitProxy, type GitProxy } from "../src/cli/git-proxy.ts";

const root = temporaryFolder();
const repository = createRepository();
let server: GitHttpServer;
let other: GitHttpServer;
let proxy: GitProxy;

beforeAll(async () => {
  repository.commit({ "a.ts": "a\n", "b/c.ts": "c\n" });
  mkdirSync(join(root.path, "acme"));
  git(root.path, ["clone", "-q", "--bare", repository.folder, "acme/tools"]);
  server = await serveGit({ root: root.path, cors: false, allowPush: true });
  other = await serveGit({ root: root.path });
  proxy = await startGitProxy({ hosts: [new URL(server.origin).host], port: 0 });
});
afterAll(async () => {
  await proxy.close();
  await server.close();
  await other.close();
  repository.remove();
  root.remove();
});

const host = (): string => new URL(server.origin).host;

describe("a Git proxy", () => {
  it("lets a repository be opened through it", async () => {
    const opened = await createGitEngine().open(
      { kind: "git", url: `${server.origin}/acme/tools`, ref: null, proxy: proxy.url },
      { signal: new AbortController().signal, onProgress: () => undefined, token: null },
    );
    expect(opened).toMatchObject({ ok: true, value: { snapshot: { oid: repository.tree() } } });
  });

  it("passes no credentials on", async () => {
    const before = server.requests.length;
    await fetch(`${proxy.url}/${host()}/acme/tools/info/refs?service=git-upload-pack`, {
      headers: { authorization: "Bearer secret", cookie: "a=b" },
    });
    const [seen] = server.requests.slice(before);
    expect(seen?.headers["authorization"]).toBeUndefined();
    expect(seen?.headers["cookie"]).toBeUndefined();
  });

  it.each([
    ["a host that was not named", () => `/${new URL(other.origin).host}/acme/tools/info/refs?service=git-upload-pack`, 403],
    ["pushing", () => `/${host()}/acme/tools/info/refs?service=git-receive-pack`, 404],
    ["any other path of a host", () => `/${host()}/acme/tools/config`, 404],
    ["a repository that is not there", () => `/${host()}/acme/gone/info/refs?service=git-upload-pack`, 404],
  ])("refuses %s", async (_, path, status) => {
    expect((await fetch(proxy.url + path())).status).toBe(status);
    expect(other.requests).toEqual([]);
  });

  it("does not follow a host elsewhere", async () => {
    server.faults.set("moved", { kind: "redirect", to: `${other.origin}/acme/tools` });
    const reply = await fetch(`${proxy.url}/${host()}/moved/x/info/refs?service=git-upload-pack`);
    expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining("open that address")]);
    expect(other.requests).toEqual([]);
  });
});
