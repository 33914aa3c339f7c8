/** `fixgate demo`, whole, as `npm run demo` calls it: how every ticket ends, what is written, and what comes of all of them on one tree. */
import { spawn } from "node:child_process";
import { cpSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { nativeSuite } from "./harness/exported.ts";
import { git, temporaryFolder } from "./servers/git-repository.ts";

const ROOT = join(import.meta.dirname, "..");
const scratch = temporaryFolder();
afterAll(() => {
  scratch.remove();
});

const LOCKBOX = Array.from({ length: 12 }, (_, at) => `LB-${String(at + 1)}`);

function demo(out: string): Promise<{ readonly code: number | null; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, "dist-cli/fixgate.mjs"), "demo", "--out", out], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    child.on("error", reject);
    child.on("exit", (code) => {
      resolve({ code, text });
    });
  });
}

it(
  "ends as it should: sixteen tickets go home, and the lock that seven can hold does not, alone or with the others",
  async () => {
    const out = join(scratch.path, "out");
    const { code, text } = await demo(out);
    expect(text.slice(text.lastIndexOf("\nverified:"))).toMatch(
      /verified: 16\n[\s\S]*stuck: 1\n {2}LB-12 [\s\S]*together:\n {2}advisory-board: green: 5 tickets together\n {2}lockbox: stuck, next action investigate: without LB-12 the other 11 are green together\n/,
    );
    expect(text).toMatch(/expected 1, received 7/);
    expect(code).toBe(0);

    const written = readdirSync(out);
    for (const ticket of LOCKBOX.filter((each) => each !== "LB-12"))
      expect(written).toEqual(expect.arrayContaining([`${ticket}.patch`, `${ticket}.bundle`, `${ticket}.receipt.json`]));
    expect(written.filter((name) => name.startsWith("LB-12"))).toEqual([]);

    // The eleven as a person would take them: commit by commit, then the suite and the types natively.
    const repository = join(scratch.path, "lockbox");
    cpSync(join(ROOT, "public/demos/lockbox/repo"), repository, { recursive: true });
    git(repository, ["init", "-q", "-b", "main"]);
    git(repository, ["add", "-A", "-f"]);
    git(repository, ["commit", "-q", "-m", "A lock manager"]);
    git(repository, ["am", "-q", "--keep-cr", join(out, "lockbox.series.patch")]);
    expect(git(repository, ["rev-list", "--count", "HEAD"])).toBe("12");
    expect(git(repository, ["fsck", "--strict", "--no-dangling"])).toBe("");
    symlinkSync(join(ROOT, "node_modules"), join(repository, "node_modules"));
    const suite = nativeSuite(repository);
    expect(suite.failed).toBe(0);
    expect(suite.passed).toBeGreaterThan(15 + 11);
  },
  30 * 60_000,
);
