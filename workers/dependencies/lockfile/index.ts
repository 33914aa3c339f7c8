/** Which lockfile counts, and its reader. */
import { err, ok, type Result } from "../../../src/core/result.ts";
import { parseBunLockfile } from "./bun.ts";
import type { Lockfile, LockfileError, Manifests, ParseLockfile } from "./lockfile.ts";
import { parseNpmLockfile } from "./npm.ts";
import { parsePnpmLockfile } from "./pnpm.ts";
import { parseBerryLockfile } from "./yarn-berry.ts";
import { parseClassicLockfile } from "./yarn-classic.ts";

export * from "./lockfile.ts";

const READERS: readonly { readonly file: string; readonly manager: string; readonly parse: ParseLockfile }[] = [
  { file: "npm-shrinkwrap.json", manager: "npm", parse: parseNpmLockfile },
  { file: "package-lock.json", manager: "npm", parse: parseNpmLockfile },
  { file: "pnpm-lock.yaml", manager: "pnpm", parse: parsePnpmLockfile },
  {
    file: "yarn.lock",
    manager: "yarn",
    parse: (text, manifests) => (/^__metadata:/m.test(text) ? parseBerryLockfile : parseClassicLockfile)(text, manifests),
  },
  { file: "bun.lock", manager: "bun", parse: parseBunLockfile },
];

export const LOCKFILE_NAMES: readonly string[] = READERS.map((reader) => reader.file);

/** Null: there is none. Of several the one that package.json's `packageManager` names counts, else the first above. */
export function readLockfile(texts: ReadonlyMap<string, string>, manifests: Manifests): Result<Lockfile, LockfileError> | null {
  const manager = manifests.get("")?.packageManager?.split("@", 1)[0];
  const present = READERS.filter((reader) => texts.has(reader.file));
  const reader = present.find((each) => each.manager === manager) ?? present[0];
  if (reader === undefined) return null;
  try {
    const parsed = reader.parse(texts.get(reader.file) ?? "", manifests);
    return parsed.ok ? ok({ ...parsed.value, packages: parsed.value.packages.filter((each) => each.version !== "") }) : parsed;
  } catch (error) {
    return err({
      message: `${reader.file} can't be read: ${error instanceof Error ? error.message : String(error)}`,
      advice: `Make it again with ${reader.manager} and commit it.`,
    });
  }
}
