/** Real git, in temporary folders: makes repositories for tests and asks what git says about them. Reads no configuration of the machine. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ENVIRONMENT = {
  PATH: process.env["PATH"] ?? "/usr/bin:/bin",
  HOME: tmpdir(),
  LC_ALL: "C.UTF-8",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Test Author",
  GIT_AUTHOR_EMAIL: "author@example.invalid",
  GIT_COMMITTER_NAME: "Test Author",
  GIT_COMMITTER_EMAIL: "author@example.invalid",
  GIT_AUTHOR_DATE: "1700000000 +0000",
  GIT_COMMITTER_DATE: "1700000000 +0000",
  GIT_TERMINAL_PROMPT: "0",
  // Nothing in the background, and no waiting for a disk: these folders live for seconds.
  GIT_CONFIG_COUNT: "3",
  GIT_CONFIG_KEY_0: "gc.auto",
  GIT_CONFIG_VALUE_0: "0",
  GIT_CONFIG_KEY_1: "maintenance.auto",
  GIT_CONFIG_VALUE_1: "false",
  GIT_CONFIG_KEY_2: "core.fsync",
  GIT_CONFIG_VALUE_2: "none",
};

export const gitEnvironment = (): NodeJS.ProcessEnv => ENVIRONMENT;

/** Output without its last newline; throws with git's own words. */
export function git(
  folder: string,
  args: readonly string[],
  input?: string | Uint8Array,
  environment: NodeJS.ProcessEnv = {},
): string {
  return gitBytes(folder, args, input, environment).toString("utf8").replace(/\n$/, "");
}

export function gitBytes(
  folder: string,
  args: readonly string[],
  input?: string | Uint8Array,
  environment: NodeJS.ProcessEnv = {},
): Buffer {
  return execFileSync("git", args, {
    cwd: folder,
    env: { ...ENVIRONMENT, ...environment },
    maxBuffer: 512 * 1024 * 1024,
    // A git that waits for something is a failure, not a test that never ends.
    timeout: 120_000,
    stdio: ["pipe", "pipe", "pipe"],
    ...(input === undefined ? {} : { input }),
  });
}

export interface TestFile {
  readonly content: string | Uint8Array;
  readonly mode?: "100644" | "100755" | "120000";
}

export interface TestRepository {
  readonly folder: string;
  /** Replaces the whole work tree, commits, and says which commit came out. */
  readonly commit: (files: Readonly<Record<string, string | TestFile>>, message?: string) => string;
  readonly git: (...args: string[]) => string;
  readonly tree: (rev?: string) => string;
  readonly remove: () => void;
}

export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "fixgate-git-"));
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

export function createRepository(): TestRepository {
  const { path: folder, remove } = temporaryFolder();
  git(folder, ["init", "-q", "-b", "main"]);
  return {
    folder,
    remove,
    git: (...args) => git(folder, args),
    tree: (rev = "HEAD") => git(folder, ["rev-parse", `${rev}^{tree}`]),
    commit: (files, message = "A commit") => {
      git(folder, ["rm", "-rq", "--ignore-unmatch", "--", "."]);
      for (const [path, file] of Object.entries(files))
        writeFile(folder, path, typeof file === "string" ? { content: file } : file);
      git(folder, ["add", "-A", "-f"]);
      git(folder, ["commit", "-q", "--allow-empty", "-m", message]);
      return git(folder, ["rev-parse", "HEAD"]);
    },
  };
}

export function writeFile(folder: string, path: string, { content, mode = "100644" }: TestFile): void {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  rmSync(full, { force: true, recursive: true });
  if (mode === "120000") {
    symlinkSync(Buffer.from(content), full);
    return;
  }
  writeFileSync(full, content);
  chmodSync(full, mode === "100755" ? 0o755 : 0o644);
}
