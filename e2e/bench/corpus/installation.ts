/**
 * A ticket's base, checked out with the packages of its own lockfile, kept for the next time: what the archive for the
 * page is packed from, and where a mutant's tests run natively.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packInstalled } from "../../../src/cli/pack-installed.ts";
import { gitBytes } from "../../servers/git-repository.ts";
import { pathsAt, textAt, type Subject } from "./clones.ts";

const LOCKFILES = ["pnpm-lock.yaml", "yarn.lock", "package-lock.json"] as const;
const INSTALL_MS = 900_000;
const NATIVE_MS = 90_000;

export interface Installation {
  readonly folder: string;
  readonly lockfile: string | null;
  /** Packages that the registry has no more. */
  readonly leftOut: readonly string[];
}

/** Throws with the package manager's last words. */
export function install(subject: Subject, cache: string): Installation {
  const lockfile = LOCKFILES.find((name) => textAt(subject, subject.base, name) !== null) ?? null;
  const folder = join(cache, subject.ticket.repo.replace("/", "+"), subject.base.slice(0, 12));
  const done = join(folder, ".installed");
  if (existsSync(done)) return { folder, lockfile, leftOut: JSON.parse(readFileSync(done, "utf8") || "[]") as string[] };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["x", "-C", folder], { input: gitBytes(subject.clone, ["archive", subject.base]) });
  const lock = lockfile === null ? "" : (textAt(subject, subject.base, lockfile) ?? "");
  const leftOut = runInstaller(folder, installer(lockfile, lock));
  // What the page opens is the base as it is; the copy here is put back to it.
  write(folder, "package.json", textAt(subject, subject.base, "package.json") ?? "{}");
  writeFileSync(done, JSON.stringify(leftOut));
  return { folder, lockfile, leftOut };
}

interface Installer {
  readonly command: string;
  readonly args: readonly string[];
  /** The same, allowed to leave the lockfile where the manifest has changed; the other versions stay. */
  readonly loose: readonly string[];
}

/** Installs; a package that the registry doesn't have any more is left out, and named. */
function runInstaller(folder: string, { command, args, loose }: Installer): string[] {
  const leftOut: string[] = [];
  for (;;) {
    const asked = leftOut.length === 0 ? args : loose;
    const { status, stdout, stderr } = spawnSync(command, asked, {
      cwd: folder,
      encoding: "utf8",
      timeout: INSTALL_MS,
      env: { ...process.env, CI: "1", YARN_NODE_LINKER: "node-modules", YARN_ENABLE_SCRIPTS: "false", YARN_ENABLE_TELEMETRY: "0" },
    });
    if (status === 0 && existsSync(join(folder, "node_modules"))) return leftOut;
    const said = `${stdout}\n${stderr}`;
    const gone = /404[^\n]*?\/((?:@[^/\s]+\/)?[^/\s]+)\/-\/[^/\s]+\.tgz/.exec(said)?.[1];
    if (gone === undefined || leftOut.length === 3 || !removeFromManifest(join(folder, "package.json"), gone))
      throw new Error(`${command} ${asked.join(" ")} failed: ${said.trim().slice(-600)}`);
    leftOut.push(gone);
  }
}

function removeFromManifest(path: string, name: string): boolean {
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  let found = false;
  for (const field of ["dependencies", "devDependencies", "optionalDependencies"]) {
    const listed = manifest[field] as Record<string, string> | undefined;
    if (listed?.[name] === undefined) continue;
    manifest[field] = Object.fromEntries(Object.entries(listed).filter(([each]) => each !== name));
    found = true;
  }
  writeFileSync(path, JSON.stringify(manifest, null, 2));
  return found;
}

function installer(lockfile: string | null, lock: string): Installer {
  if (lockfile === "pnpm-lock.yaml") {
    const format = /^lockfileVersion: '?(\d+)/m.exec(lock)?.[1] ?? "9";
    const version = format === "5" ? "7.33.7" : format === "6" ? "8.15.9" : "9.15.9";
    const common = ["-y", `pnpm@${version}`, "install", "--ignore-scripts"];
    return { command: "npx", args: [...common, "--frozen-lockfile"], loose: [...common, "--no-frozen-lockfile"] };
  }
  if (lockfile === "yarn.lock") {
    const classic = ["-y", "yarn@1.22.22", "install", "--ignore-scripts"];
    const modern = ["-y", "@yarnpkg/cli-dist@4.12.0", "install"];
    return lock.includes("# yarn lockfile v1")
      ? { command: "npx", args: [...classic, "--frozen-lockfile"], loose: classic }
      : { command: "npx", args: [...modern, "--immutable"], loose: [...modern, "--no-immutable"] };
  }
  const npm = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  return { command: "npm", args: [lockfile === null ? "install" : "ci", ...npm], loose: ["install", ...npm] };
}

const packs = new Map<string, Buffer>();

export function archiveOf({ folder }: Installation): Buffer {
  let pack = packs.get(folder);
  if (pack === undefined) packs.set(folder, (pack = Buffer.concat(packInstalled(folder).parts)));
  return pack;
}

/** What plain Vitest of the repository's own version says of its test files with other texts laid over base. */
export function nativeRun(
  subject: Subject,
  { folder }: Installation,
  files: Readonly<Record<string, string>>,
): "pass" | "fail" | "hang" {
  const before = Object.keys(files).map((path) => [path, textAt(subject, subject.base, path)] as const);
  try {
    for (const [path, text] of Object.entries(files)) write(folder, path, text);
    const report = join(folder, ".native.json");
    rmSync(report, { force: true });
    const args = ["node_modules/vitest/vitest.mjs", "run", ...subject.ticket.test, "--coverage.enabled=false"];
    // `timeout` ends the whole group: a worker of Vitest's that hangs would outlive its parent, and keep a processor.
    const command = [
      "-s",
      "KILL",
      String(NATIVE_MS / 1000),
      process.execPath,
      ...args,
      "--reporter=json",
      `--outputFile=${report}`,
    ];
    const run = spawnSync("timeout", command, {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, CI: "1", NO_COLOR: "1" },
    });
    if (run.signal !== null || run.status === 137) return "hang";
    if (!existsSync(report)) throw new Error(`Vitest left no report: ${run.stderr.slice(-600)}`);
    const { numTotalTests } = JSON.parse(readFileSync(report, "utf8")) as { numTotalTests: number };
    return run.status === 0 && numTotalTests > 0 ? "pass" : "fail";
  } finally {
    for (const [path, text] of before) {
      if (text === null) rmSync(join(folder, path), { force: true });
      else write(folder, path, text);
    }
  }
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** A test file of the suite as it was, other than the fix's own; null where there is none. */
export function otherTestFile(subject: Subject): string | null {
  const suffix = /\.(test|spec)\.\w+$/.exec(subject.ticket.test[0] ?? "")?.[0];
  if (suffix === undefined) return null;
  return pathsAt(subject, subject.base).find((path) => path.endsWith(suffix) && !subject.ticket.test.includes(path)) ?? null;
}
