/**
 * The package as somebody gets it: packed, unpacked into an empty folder with the packages that it names and no others, and
 * started there. Prevents a command that works in a clone alone. Needs no browser.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRepository, temporaryFolder } from "./servers/git-repository.ts";

const ROOT = join(import.meta.dirname, "..");
const folder = temporaryFolder();
const installed = join(folder.path, "node_modules/fixgate");
const command = join(installed, "dist-cli/fixgate.mjs");
let listed: readonly { readonly path: string; readonly size: number }[];

interface Locked {
  readonly packages: Readonly<Record<string, { readonly dependencies?: Readonly<Record<string, string>> }>>;
}

/** The packages that ours names, and theirs, as the lockfile has them: what npm would lay out, without asking a registry. */
function runtimePackages(): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Locked;
  const found = new Set<string>();
  const visit = (location: string): void => {
    for (const name of Object.keys(packages[location]?.dependencies ?? {})) {
      let at = location;
      let place: string;
      for (;;) {
        place = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
        if (packages[place] !== undefined || at === "") break;
        at = at.includes("/node_modules/") ? at.slice(0, at.lastIndexOf("/node_modules/")) : "";
      }
      if (packages[place] === undefined || found.has(place)) continue;
      found.add(place);
      visit(place);
    }
  };
  visit("");
  return found;
}

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
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder.path, made.filename), "-C", installed, "--strip-components=1"]);
  for (const place of runtimePackages()) {
    if (place.lastIndexOf("node_modules/") > 0) continue;
    mkdirSync(dirname(join(folder.path, place)), { recursive: true });
    // Copied, not linked: a link would let packages be found that nobody installed.
    cpSync(join(ROOT, place), join(folder.path, place), { recursive: true });
  }
  mkdirSync(join(folder.path, "node_modules/.bin"));
  symlinkSync("../fixgate/dist-cli/fixgate.mjs", join(folder.path, "node_modules/.bin/fixgate"));
}, 300_000);
afterAll(() => {
  folder.remove();
});

function fixgate(...args: string[]): { readonly code: number; readonly text: string } {
  try {
    return {
      code: 0,
      text: execFileSync(join(folder.path, "node_modules/.bin/fixgate"), args, {
        cwd: folder.path,
        encoding: "utf8",
        stdio: "pipe",
      }),
    };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, text: stdout + stderr };
  }
}

describe("the package", () => {
  it("holds the built app and the command, and nothing else of ours", () => {
    const paths = listed.map(({ path }) => path);
    for (const path of ["dist/index.html", "dist-cli/fixgate.mjs", "package.json", "README.md", "LICENSE", "CHANGELOG.md"])
      expect(paths).toContain(path);
    expect(paths.filter((path) => /^(src|workers|e2e|node_modules|\.)/.test(path) || path.endsWith(".map"))).toEqual([]);
  });

  it("installs no package of the page's own: those are in the built app", () => {
    const places = [...runtimePackages()];
    expect(places).toContain("node_modules/isomorphic-git");
    for (const name of ["react", "monaco-editor", "vite", "vitest", "@mlc-ai/web-llm"])
      expect(places).not.toContain(`node_modules/${name}`);
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
    const served = spawn(process.execPath, [command, "serve", "--port", "0"], {
      cwd: folder.path,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const url = await new Promise<string>((resolve, reject) => {
      let text = "";
      served.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const [found] = /http:\/\/localhost:\d+\//.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      });
      served.on("exit", (code) => {
        reject(new Error(`it ended with ${String(code)}: ${text}`));
      });
    });
    const page = await fetch(url);
    expect([page.status, page.headers.get("cross-origin-opener-policy")]).toEqual([200, "same-origin"]);
    const [script = ""] = /assets\/[\w.-]+\.js/.exec(await page.text()) ?? [];
    expect((await fetch(new URL(script, url))).headers.get("content-type")).toMatch(/javascript/);
    expect((await fetch(new URL("packs/demos.json", url))).status).toBe(200);
    const ended = new Promise((resolve) => served.once("exit", resolve));
    served.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});
