/**
 * The package as somebody gets it: packed, installed by npm into an empty folder with nothing but a registry, and started there by
 * its link. Prevents a command that works in a clone alone.
 */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as v from "valibot";
import { parse } from "yaml";
import { receiptBlock } from "../src/app/publish/receipt-block.ts";
import { sealReceipt } from "../src/core/receipt/index.ts";
import { createGradedRepository, type GradedRepository } from "./harness/graded-repository.ts";
import { createSigner } from "./harness/signed-receipts.ts";
import { createRepository, git, temporaryFolder } from "./servers/git-repository.ts";

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

const workflowShape = v.object({
  jobs: v.record(v.string(), v.object({ steps: v.array(v.object({ run: v.optional(v.string()) })) })),
});

describe("verify.yml, with this package in place of the registry's", { timeout: 600_000 }, () => {
  const runner = temporaryFolder();
  const at = (name: string): string => join(runner.path, name);
  let graded: GradedRepository;
  let scripts: readonly string[];
  let block: string;

  beforeAll(async () => {
    const { jobs } = v.parse(workflowShape, parse(readFileSync(join(ROOT, ".github/workflows/verify.yml"), "utf8")));
    scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => (run === undefined ? [] : [run])));
    graded = createGradedRepository();
    const sign = await createSigner();
    block = receiptBlock(await sealReceipt(graded.body, { now: 1_750_000_000_000, sign })).join("\n");
    // As actions/checkout leaves it for a commit with its whole history: no branch of its own, and HEAD at none.
    git(runner.path, ["init", "-q", "workspace"]);
    git(at("workspace"), ["fetch", "-q", graded.repository.folder, "+refs/heads/*:refs/remotes/origin/*"]);
    git(at("workspace"), ["checkout", "-q", "--detach", graded.published]);
    mkdirSync(at("bin"));
    mkdirSync(at("temp"));
    // Packages for the gates: how they are installed by a lockfile is a test of its own.
    const shim = `#!/bin/sh\n[ "$1 $2" = "--yes fixgate@0" ] || exit 64\nshift 2\nexec "${join(modules, ".bin/fixgate")}" "$@" $MORE\n`;
    writeFileSync(at("bin/npx"), shim, { mode: 0o755 });
  });
  afterAll(() => {
    graded.repository.remove();
    runner.remove();
  });

  /** As a runner does where no shell is named: bash that ends at the first failure. The text is in the environment alone. */
  function step(
    script: string | undefined,
    env: Readonly<Record<string, string>>,
  ): { readonly code: number; readonly said: string } {
    writeFileSync(at("output"), "");
    try {
      const said = execFileSync("bash", ["-e", "-c", script ?? "exit 65"], {
        cwd: at("workspace"),
        encoding: "utf8",
        stdio: "pipe",
        env: {
          PATH: [at("bin"), process.env["PATH"]].join(delimiter),
          HOME: runner.path,
          RUNNER_TEMP: at("temp"),
          GITHUB_WORKSPACE: at("workspace"),
          GITHUB_OUTPUT: at("output"),
          ...env,
        },
      });
      return { code: 0, said };
    } catch (error) {
      const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
      return { code: status, said: stdout + stderr };
    }
  }
  const BODY = (): string => `## Twice\n\n"$(touch injected)" \`touch injected\`\n\n${block}\n`;

  it("lists the tickets of a text, and none where nothing is claimed", () => {
    expect(scripts).toHaveLength(2);
    for (const [text, tickets] of [
      [BODY(), '["LB-3"]'],
      ["", "[]"],
      ["A pull request like any other.", "[]"],
    ] as const) {
      const { code, said } = step(scripts[0], { BODY: text });
      expect(code, said).toBe(0);
      expect(readFileSync(at("output"), "utf8")).toBe(`tickets=${tickets}\n`);
    }
    expect([existsSync(at("temp/injected")), existsSync(at("workspace/injected"))]).toEqual([false, false]);
  });

  it("is red where a receipt can't be read, since that is not none", () => {
    expect(step(scripts[0], { BODY: "```fixgate-receipt\nAAAA\n```\n" }).code).toBe(2);
    expect(readFileSync(at("output"), "utf8")).toBe("");
  });

  it("checks a ticket on the checkout, and writes what it found", () => {
    const { code, said } = step(scripts[1], { BODY: BODY(), TICKET: "LB-3", MORE: `--node-modules ${join(ROOT, "node_modules")}` });
    expect(code, said).toBe(0);
    expect(said).toContain("All that can be checked again holds.");
    expect(readFileSync(at("temp/verify.xml"), "utf8")).toMatch(/ failures="0" /);
    expect(git(at("workspace"), ["status", "--porcelain"])).toBe("");
  });

  it("is red where the request holds something else than the receipt says", () => {
    git(at("workspace"), ["checkout", "-q", "--detach", "origin/main"]);
    const { code, said } = step(scripts[1], { BODY: BODY(), TICKET: "LB-3" });
    expect(code, said).toBe(1);
    expect(readFileSync(at("temp/verify.xml"), "utf8")).toContain('<testcase classname="fixgate verify" name="base and result">');
  });
});
