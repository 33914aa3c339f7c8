/** A repository on this machine as one git bundle, which the app can open: its commit where it has one, else one of what lies there. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

const QUIET = [
  "-c",
  "user.name=fixgate",
  "-c",
  "user.email=run@localhost",
  "-c",
  "core.autocrlf=false",
  "-c",
  "core.hooksPath=/dev/null",
];

/** Throws with git's own words. What is not committed is not in it, as `dirty` says. */
export function bundleOf(folder: string): { readonly name: string; readonly bytes: Uint8Array; readonly dirty: boolean } {
  const scratch = mkdtempSync(join(tmpdir(), "fixgate-run-"));
  const file = join(scratch, "repository.bundle");
  const git = (cwd: string, args: readonly string[]): string =>
    execFileSync("git", [...QUIET, ...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  try {
    let from = resolve(folder);
    if (!existsSync(join(from, ".git")) && !existsSync(join(from, "HEAD"))) {
      const copy = join(scratch, "copy");
      cpSync(from, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !/(^|[\\/])node_modules$/.test(path) });
      git(copy, ["init", "-q", "-b", "main"]);
      git(copy, ["add", "-A"]);
      git(copy, ["commit", "-q", "-m", "The folder as it is"]);
      from = copy;
    }
    const dirty = existsSync(join(from, ".git")) && git(from, ["status", "--porcelain", "--untracked-files=no"]).trim() !== "";
    git(from, ["bundle", "create", "-q", file, "HEAD"]);
    return { name: `${basename(resolve(folder))}.bundle`, bytes: new Uint8Array(readFileSync(file)), dirty };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
