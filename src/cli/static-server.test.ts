import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pathOf, startStaticServer, type StaticServer } from "./static-server.ts";

let folder: string;
let server: StaticServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fixgate-static-"));
  mkdirSync(join(folder, "site/engine"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "secret");
  writeFileSync(join(folder, "site/index.html"), "<title>site</title>");
  writeFileSync(join(folder, "site/engine/oxc.wasm"), "\0asm");
  writeFileSync(join(folder, "site/engine/sandbox.html"), "<title>frame</title>");
  writeFileSync(join(folder, "site/a b%.js"), "1");
  symlinkSync("../secret.txt", join(folder, "site/link.txt"));
  server = await startStaticServer({ root: join(folder, "site"), port: 0 });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As written: `fetch` would tidy a path up before it is sent. */
function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    const asked = request({ host: "127.0.0.1", port, path, ...options }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (body += chunk));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    });
    asked.on("error", reject);
    asked.end();
  });
}

describe("the static server", () => {
  it("serves with the headers that isolate the page, and the right type", async () => {
    const page = await ask("/?repo=x");
    expect(page).toMatchObject({ status: 200, body: "<title>site</title>" });
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
      "cross-origin-resource-policy": "same-origin",
    });
    expect((await ask("/engine/oxc.wasm")).headers["content-type"]).toBe("application/wasm");
    expect((await ask("/a%20b%25.js")).body).toBe("1");
  });

  it("does not isolate the page in WebKit, where the sandbox would not run then", async () => {
    const policyFor = async (agent: string) =>
      (await ask("/", { headers: { "User-Agent": `Mozilla/5.0 ${agent}` } })).headers["cross-origin-embedder-policy"];
    expect(await policyFor("AppleWebKit/605.1.15 (KHTML, like Gecko) Version/60.5 Safari/605.1.15")).toBeUndefined();
    expect(await policyFor("AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36")).toBe("require-corp");
    expect(await policyFor("Gecko/20100101 Firefox/153.0")).toBe("require-corp");
  });

  it("lets the sandbox's frame in, which is of another origin than the page", async () => {
    expect((await ask("/engine/sandbox.html")).headers["cross-origin-resource-policy"]).toBe("cross-origin");
  });

  it("answers 304 to who has it already", async () => {
    const { etag } = (await ask("/")).headers;
    expect((await ask("/", { headers: { "If-None-Match": String(etag) } })).status).toBe(304);
  });

  it.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/engine/..%2f..%2fsecret.txt",
    "/..%5csecret.txt",
    "/%00",
    "/%zz",
    "//etc/passwd",
    "/link.txt",
    "/engine",
    "/none",
  ])("gives nothing for %s", async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain("secret");
  });

  it("takes no other method", async () => {
    expect((await ask("/", { method: "POST" })).status).toBe(405);
    expect(await ask("/", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  });
});

it.each([
  ["/", "index.html"],
  ["/engine/", "engine/index.html"],
  ["/a.js?v=1#x", "a.js"],
  ["/./a", null],
  ["/c:/x", null],
  ["a", null],
])("%s is %s", (url, path) => {
  expect(pathOf(url)).toBe(path);
});
