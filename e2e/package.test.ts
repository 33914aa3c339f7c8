/**
 * The package as somebody gets it: packed, installed by npm into an empty folder with nothing but a registry, and started there by
 * its link. Prevents a command that works in a clone alone.
 */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRepository, temporaryFolder } from "./servers/git-repository.ts";

const ROOT = join(import.meta.dirname, "..");
const folder = temporaryFolder();
const modules = join(folder.path, "node_modules");
let listed: readonly { readonly path: string; readonly size: number }[];

beforeAll(() => {
  execFileSync(process.execPath, ["src/cli/launch/build.mjs"], { cwd: ROOT, stdio: "inherit" });
  const packed = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder.path], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const [made] = JSON.parse(packed) as { filename: string; files: typeof listed }[];
  if (made === undefined) throw new Error("npm packed nothing");
  listed = made.files;
  writeFileSync(join(folder.path, "package.json"), '{ "private": true }\n');
  // As a person would, and with no script of any package: none is needed.
  const install = ["install", join(folder.path, made.filename), "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  execFileSync("npm", install, { cwd: folder.path, stdio: "pipe" });
}, 300_000);
afterAll(() => {
  folder.remove();
});

/** By npm's own link, as `npx fixgate` would. */
function fixgate(...args: string[]): { readonly code: number; readonly text: string } {
  try {
    return {
      code: 0,
      text: execFileSync(join(modules, ".bin/fixgate"), args, { cwd: folder.path, encoding: "utf8", stdio: "pipe" }),
    };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, text: stdout + stderr };
  }
}

/** The address that a server prints, once it does. */
function addressOf(served: ChildProcess): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let text = "";
    served.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const [found] = /http:\/\/localhost:\d+\//.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    served.on("exit", (code) => {
      reject(new Error(`it ended with ${String(code)}: ${text}`));
    });
  });
}

async function endOf(served: ChildProcess): Promise<unknown> {
  const ended = new Promise((resolve) => served.once("exit", resolve));
  served.kill("SIGTERM");
  return ended;
}

describe("the package", () => {
  it("holds the built app and the command, and nothing else of ours", () => {
    const paths = listed.map(({ path }) => path);
    for (const path of ["dist/index.html", "dist-cli/fixgate.mjs", "package.json", "README.md", "LICENSE", "CHANGELOG.md"])
      expect(paths).toContain(path);
    expect(paths.filter((path) => /^(src|workers|e2e|node_modules|\.)/.test(path) || path.endsWith(".map"))).toEqual([]);
  });

  it("installs no package of the page's own: those are in the built app", () => {
    expect(existsSync(join(modules, "isomorphic-git/package.json"))).toBe(true);
    for (const name of ["react", "monaco-editor", "vite", "vitest", "@mlc-ai/web-llm"])
      expect(existsSync(join(modules, name)), name).toBe(false);
  });

  it("says what it can do, and what a command takes", () => {
    expect(fixgate("--help")).toMatchObject({
      code: 0,
      text: expect.stringMatching(/serve[^]*run[^]*verify[^]*pack-deps/) as unknown,
    });
    for (const name of ["serve", "run", "demo", "verify", "proxy", "pack-deps"])
      expect(fixgate(name, "--help")).toMatchObject({
        code: 0,
        text: expect.stringContaining(`Usage: fixgate ${name}`) as unknown,
      });
    expect(fixgate("nothing").code).toBe(2);
    expect(fixgate("run", "--repo", "x", "--model", "no-such-kind").code).toBe(2);
  });

  it("checks a receipt as far as it gets", () => {
    const repository = createRepository();
    repository.commit({ "a.ts": "a\n" });
    writeFileSync(join(folder.path, "x.receipt.json"), '{"payloadType":"x"}');
    const checked = fixgate("verify", "x.receipt.json", "--repo", repository.folder, "--json", "-");
    expect(checked.code).toBe(1);
    expect(JSON.parse(checked.text)).toMatchObject({ holds: false, rows: [{ what: "form", holds: false }] });
    repository.remove();
  });

  it("packs packages", () => {
    const out = join(folder.path, "deps.pack");
    expect(fixgate("pack-deps", "--folder", folder.path, "--out", out)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/\d+ packages/) as unknown,
    });
    expect(existsSync(out)).toBe(true);
  });

  it("serves the app until it is told to end", async () => {
    const served = spawn(join(modules, ".bin/fixgate"), ["serve", "--port", "0"], {
      cwd: folder.path,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const url = await addressOf(served);
    const page = await fetch(url);
    expect([page.status, page.headers.get("cross-origin-opener-policy")]).toEqual([200, "same-origin"]);
    const [script = ""] = /assets\/[\w.-]+\.js/.exec(await page.text()) ?? [];
    expect((await fetch(new URL(script, url))).headers.get("content-type")).toMatch(/javascript/);
    expect((await fetch(new URL("packs/demos.json", url))).status).toBe(200);
    expect(await endOf(served)).toBe(0);
  });

  it("npx fixgate, and no more: the app is served", async () => {
    const served = spawn("npx", ["--no-install", "fixgate"], {
      cwd: folder.path,
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    try {
      expect((await fetch(await addressOf(served))).status).toBe(200);
    } finally {
      // npx starts it as a child: the whole group is told.
      if (served.pid !== undefined) process.kill(-served.pid, "SIGTERM");
    }
  });

  it("runs a ticket in a browser, and checks its patch again with native tools", { timeout: 900_000 }, () => {
    const ran = fixgate("run", "--repo", "demo:lockbox", "--ticket", "LB-1", "--out", "out", "--json");
    expect(ran.code, ran.text).toBe(0);
    const repository = join(folder.path, "lockbox");
    execFileSync("cp", ["-r", join(ROOT, "public/demos/lockbox/repo"), repository]);
    const patch = join(folder.path, "out/LB-1.patch");
    const verify = (): ReturnType<typeof fixgate> =>
      fixgate("verify", patch, "--repo", repository, "--node-modules", join(ROOT, "node_modules"), "--json", "-");
    const checked = verify();
    expect(checked.code, checked.text).toBe(0);
    expect(JSON.parse(checked.text)).toMatchObject({ holds: true });
    writeFileSync(patch, readFileSync(patch, "utf8").replace(/^\+(?!\+)(.*)$/m, "+$1 "));
    expect(verify().code).toBe(1);
  });
});
