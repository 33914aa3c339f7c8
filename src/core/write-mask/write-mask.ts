/**
 * The paths that a role may change. One function answers, where the files are held, so that no agent, shell or test
 * can be the one to decide. Deny wins always: each rule can only take away. Rules WM1 to WM8 stand in ../gate/SPEC.md.
 */
import { err, ok, type Result } from "../result.ts";
import type { Role } from "../role/index.ts";
import { parseRepoPath, type FileMode, type PathError, type RepoPath } from "../snapshot/index.ts";
import type { Ticket } from "../ticket/index.ts";
import { denyForm, hasHiddenCharacters } from "./fold.ts";
import { isDataName, isTestPathFolded, protectionOf, reachesGitFolder } from "./path-kinds.ts";

/** Plain data: it crosses to the worker that holds the files. */
export interface WriteMask {
  readonly role: Role;
  /** Protected paths, or folders of them, that the ticket itself is about. Compared exactly. */
  readonly lifted: readonly RepoPath[];
  /** Protected paths that only a configuration tells (its setup files), folded. */
  readonly extraProtected: readonly string[];
  /** Test files that the runner's configuration includes under a name that does not tell, folded. */
  readonly testFiles: readonly string[];
}

export interface MaskOptions {
  /** Setup files and the like, as the repository's configuration names them. */
  readonly extraProtected?: readonly RepoPath[];
  /** Test files that the base suite ran; not those with tests inside source files. */
  readonly testFiles?: readonly RepoPath[];
}

export interface MaskTree {
  /** Null: no such file. Folders have no mode. */
  modeOf(path: string): FileMode | null;
  /** Names in a folder ("" is the root), where that is known: tells a fixture that stands beside a test. */
  names?(folder: string): readonly string[];
}

export interface Denial {
  readonly rule: string;
  readonly message: string;
}

export function maskFor(role: Role, ticket: Ticket, options: MaskOptions = {}): WriteMask {
  const lifted = ticket.file === undefined ? [...ticket.touches] : [...ticket.touches, ticket.file];
  return {
    role,
    lifted,
    extraProtected: (options.extraProtected ?? []).map(denyForm),
    testFiles: (options.testFiles ?? []).map(denyForm),
  };
}

const PATH_REASONS: Readonly<Record<PathError["reason"], string>> = {
  "not-a-string": "is not a path",
  empty: "is empty",
  absolute: "is absolute",
  escapes: "has a '..' segment",
  segment: "has an empty or '.' segment",
  character: "has a backslash or a control character",
  "too-long": "is too long",
};

/** May this role write, remove or rename onto this path? The path comes back parsed, or the rule that denies it. */
export function judgePath(mask: WriteMask, raw: string, tree: MaskTree): Result<RepoPath, Denial> {
  const parsed = parseRepoPath(raw);
  if (!parsed.ok) return deny("WM1", `${quote(raw)} ${PATH_REASONS[parsed.error.reason]}`);
  const path = parsed.value;
  const folded = denyForm(path);
  if (reachesGitFolder(folded)) return deny("WM2", `${quote(path)} is inside .git, which no role may change`);
  const link = linkOnTheWay(path, tree);
  if (link !== null) return deny("WM3", link);
  if (tree.modeOf(path) === null) {
    const spelling = badNewName(path);
    if (spelling !== null) return deny("WM4", `${quote(path)} ${spelling}`);
  }
  if (mask.role === "reviewer") return deny("WM5", "the reviewer writes nothing");
  const what = mask.extraProtected.includes(folded) ? "named by the test runner's configuration" : protectionOf(folded);
  const isTest = isTestPathFolded(folded) || mask.testFiles.includes(folded);
  if (what !== null) {
    if (!isLifted(mask, path)) return deny("WM6", `${quote(path)} is protected (${what}) and the ticket does not name it`);
    // A lifted path belongs to whoever owns its kind: snapshots and mocks to the tests, the rest to the fix.
    const ofTests = isTest || what === "committed snapshots" || what === "module mocks of the runner";
    if (mask.role === "test-writer") return ofTests ? ok(path) : deny("WM8", outside(path, "test-writer"));
    return ok(path);
  }
  if (mask.role === "fixer") return isTest ? deny("WM7", outside(path, "fixer")) : ok(path);
  return isTest || isFixtureBeside(path, folded, tree) ? ok(path) : deny("WM8", outside(path, "test-writer"));
}

/** The lifted entry that lets a protected path through, for the gate and the receipt to name; null: not protected, or not lifted. */
export function liftOf(mask: WriteMask, path: RepoPath): RepoPath | null {
  const folded = denyForm(path);
  if (protectionOf(folded) === null && !mask.extraProtected.includes(folded)) return null;
  return mask.lifted.find((lifted) => path === lifted || path.startsWith(`${lifted}/`)) ?? null;
}

/** Is this a test, or what stands beside tests for tests alone, by its name? */
export function isTestPath(path: RepoPath): boolean {
  return isTestPathFolded(denyForm(path));
}

/** What a protected path is, in words ("lockfile"); null where it is not protected. */
export function protectedAs(path: RepoPath): string | null {
  return protectionOf(denyForm(path));
}

function isLifted(mask: WriteMask, path: RepoPath): boolean {
  return liftOf(mask, path) !== null;
}

function linkOnTheWay(path: RepoPath, tree: MaskTree): string | null {
  const segments = path.split("/");
  for (let length = 1; length <= segments.length; length++) {
    const prefix = segments.slice(0, length).join("/");
    const mode = tree.modeOf(prefix);
    if (mode === "120000") return `${quote(prefix)} is a symbolic link: write to where it points`;
    if (mode !== null && length < segments.length) return `${quote(prefix)} is a file, not a folder`;
  }
  return null;
}

/** Names that a tree can hold and that no honest new file needs: they read, or are stored, as another name somewhere. */
function badNewName(path: RepoPath): string | null {
  if (path.normalize("NFC") !== path) return "is not in Unicode form NFC";
  if (hasHiddenCharacters(path)) return "has characters that do not show";
  if (path.includes(":")) return "has a colon, which names a stream on Windows";
  for (const segment of path.split("/")) {
    if (/[. ]$/.test(segment)) return "has a segment that ends in a dot or a space";
    if (/^[^.]{1,6}~\d(\.[^.]{1,3})?$/.test(segment)) return "has a segment in the form of a Windows short name";
    if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(segment)) return "has a segment that is a device name on Windows";
  }
  return null;
}

/** New data (no code) in a folder that holds a test: what a test reads. */
function isFixtureBeside(path: RepoPath, folded: string, tree: MaskTree): boolean {
  if (tree.names === undefined || !isDataName(folded) || tree.modeOf(path) !== null) return false;
  const slash = path.lastIndexOf("/");
  const names = tree.names(slash < 0 ? "" : path.slice(0, slash));
  return slash > 0 && names.some((name) => /\.(test|spec)\b/.test(denyForm(name)));
}

const outside = (path: RepoPath, role: "fixer" | "test-writer") =>
  role === "fixer"
    ? `${quote(path)} is outside the fixer's mask: tests and fixtures belong to the test-writer`
    : `${quote(path)} is outside the test-writer's mask: only tests and fixtures beside them`;
const quote = (text: string) => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
const deny = (rule: string, message: string): Result<never, Denial> => err({ rule, message });
