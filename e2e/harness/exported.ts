/**
 * What a verified run gives a person, tried as that person would: real git on a real clone, then the repository's suite
 * and type check natively. Nothing of the app is asked here but the bytes that it hands out.
 */
import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { git, temporaryFolder } from "../servers/git-repository.ts";
import type { Journey } from "./journey.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface Exported {
  readonly name: string;
  readonly bytes: Buffer;
}

export async function artifactsOf(journey: Journey, run: string): Promise<readonly Exported[]> {
  const found = await journey.ask(async (fixgate, id) => {
    const artifacts = await fixgate.artifacts(id as never);
    return artifacts.map(({ name, bytes }) => ({
      name,
      base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")),
    }));
  }, run);
  return found.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, "base64") }));
}

export interface TriedExport {
  /** Trees that `git am` of the patch and a fetch of the bundle's only branch give. */
  readonly patchTree: string;
  readonly bundleTree: string;
  readonly bundleBranch: string;
  readonly subject: string;
  readonly vitest: { readonly passed: number; readonly failed: number };
}

/**
 * `origin` is a repository whose head is the run's base, `packageRoot` the folder whose suite and types are asked. Throws with
 * the tool's own words where one of them fails.
 */
export function tryExport(origin: string, artifacts: readonly Exported[], packageRoot = ""): TriedExport {
  const scratch = temporaryFolder();
  try {
    const clone = join(scratch.path, "clone");
    git(scratch.path, ["clone", "-q", origin, clone]);
    const bundle = join(scratch.path, "change.bundle");
    writeFileSync(bundle, bytesOf(artifacts, ".bundle"));
    git(clone, ["bundle", "verify", "-q", bundle]);
    const branches = git(clone, ["bundle", "list-heads", bundle]).split("\n");
    const branch = branches[0]?.split(" ")[1] ?? "";
    if (branches.length !== 1 || branch === "") throw new Error(`the bundle holds ${branches.join(", ")}`);
    git(clone, ["fetch", "-q", bundle, `${branch}:refs/heads/fetched`]);
    git(clone, ["am", "-q", "--keep-cr"], bytesOf(artifacts, ".patch"));
    const complaints = git(clone, ["fsck", "--strict", "--no-dangling"]);
    if (complaints !== "") throw new Error(`git fsck: ${complaints}`);
    symlinkSync(join(ROOT, "node_modules"), join(clone, "node_modules"));
    return {
      patchTree: git(clone, ["rev-parse", "HEAD^{tree}"]),
      bundleTree: git(clone, ["rev-parse", "fetched^{tree}"]),
      bundleBranch: branch,
      subject: git(clone, ["log", "-1", "--format=%s"]),
      vitest: nativeSuite(join(clone, packageRoot)),
    };
  } finally {
    scratch.remove();
  }
}

/** The type check, which throws where there is an error, and the suite of a folder, by native programs. */
export function nativeSuite(folder: string): TriedExport["vitest"] {
  node(folder, ["typescript/bin/tsc", "--noEmit", "-p", "."]);
  const report = JSON.parse(node(folder, ["vitest/vitest.mjs", "run", "--reporter=json"])) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

function bytesOf(artifacts: readonly Exported[], ending: string): Buffer {
  const found = artifacts.find(({ name }) => name.endsWith(ending));
  if (found === undefined) throw new Error(`nothing ends in ${ending} among ${artifacts.map(({ name }) => name).join(", ")}`);
  return found.bytes;
}

function node(folder: string, [tool = "", ...args]: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [join(ROOT, "node_modules", tool), ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${tool} ${args.join(" ")}: ${stdout ?? ""}${stderr ?? ""}`, { cause: error });
  }
}
