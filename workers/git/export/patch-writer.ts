/**
 * A change as `git format-patch` writes it, for `git am` and `git apply --index`. What a text hunk can't carry through a
 * mail goes as `GIT binary patch`: bytes that aren't UTF-8, and lines that end in CR, since git am drops these unless asked
 * not to. Renames are a removal and an addition: nothing to guess on the other side.
 */
import { zlibSync } from "fflate";
import type { CommitInfo } from "../../../src/app/ports/index.ts";
import type { Change } from "../../../src/core/change-set/index.ts";
import type { FileState, Oid } from "../../../src/core/snapshot/index.ts";
import { encodeCommit, hashObject, strictUtf8, ZERO_OID, type ObjectStore } from "../../../src/protocol/git-objects.ts";
import { diffTrees } from "../../../src/protocol/git-trees.ts";
import { encodeBase85Lines } from "./base85.ts";
import { diffLines, splitLines } from "../../../src/core/change-set/index.ts";
import { mailHead } from "./mail-header.ts";
import { quotePath } from "./quoted-path.ts";

const CONTEXT = 3;

interface Side {
  readonly state: FileState;
  readonly bytes: Uint8Array;
  /** null: not text. */
  readonly text: string | null;
}

interface Written {
  readonly lines: readonly string[];
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
}

export function writePatch(store: ObjectStore, base: Oid, result: Oid, commit: CommitInfo): string {
  const changes = diffTrees(store, base, result);
  const oid = hashObject("commit", encodeCommit({ tree: result, parents: [], ...commit }));
  const files = changes.map((change) => ({ change, written: writeChange(store, change) }));
  return [
    ...mailHead(oid, commit),
    "---",
    ...statOf(files),
    "",
    ...files.flatMap(({ written }) => written.lines),
    "-- ",
    "fixgate",
    "",
    "",
  ].join("\n");
}

function side(store: ObjectStore, state: FileState | null): Side | null {
  if (state === null) return null;
  const bytes = store.blob(state.oid);
  if (bytes === undefined) throw new Error(`no such blob in the store: ${state.oid}`);
  return { state, bytes, text: bytes.includes(0) ? null : strictUtf8(bytes) };
}

function writeChange(store: ObjectStore, change: Change): Written {
  const before = side(store, change.before);
  const after = side(store, change.after);
  // File to link and back: two changes, as git does it.
  if (before !== null && after !== null && (before.state.mode === "120000") !== (after.state.mode === "120000")) {
    const gone = writeSides(change.path, before, null);
    const come = writeSides(change.path, null, after);
    return {
      lines: [...gone.lines, ...come.lines],
      added: come.added,
      removed: gone.removed,
      binary: gone.binary || come.binary,
    };
  }
  return writeSides(change.path, before, after);
}

function writeSides(path: string, before: Side | null, after: Side | null): Written {
  const modes: string[] = [];
  const sameMode = before !== null && after !== null && before.state.mode === after.state.mode;
  if (before === null) modes.push(`new file mode ${after?.state.mode ?? ""}`);
  else if (after === null) modes.push(`deleted file mode ${before.state.mode}`);
  else if (!sameMode) modes.push(`old mode ${before.state.mode}`, `new mode ${after.state.mode}`);
  // Without lines that name the file again, git has to cut the two names apart, and gets it wrong at some spaces.
  const names = (again: boolean): string => {
    const always = !again && path.includes(" ");
    return `diff --git ${quotePath(`a/${path}`, always)} ${quotePath(`b/${path}`, always)}`;
  };
  if (before?.state.oid === after?.state.oid) return { lines: [names(false), ...modes], added: 0, removed: 0, binary: false };
  const index = `index ${before?.state.oid ?? ZERO_OID}..${after?.state.oid ?? ZERO_OID}${sameMode ? ` ${before.state.mode}` : ""}`;
  const isText = (side: Side | null): boolean => side?.text !== null;
  const hunks = isText(before) && isText(after) ? textHunks(splitLines(before?.text ?? ""), splitLines(after?.text ?? "")) : null;
  if (hunks === null || hunks.lines.some((line) => line.endsWith("\r"))) {
    return { lines: [names(false), ...modes, index, ...binaryPatch(before, after)], added: 0, removed: 0, binary: true };
  }
  if (hunks.lines.length === 0) return { lines: [names(false), ...modes, index], added: 0, removed: 0, binary: false };
  // A tab after a name with a space in it tells where it ends.
  const named = (prefix: string): string => {
    const name = quotePath(`${prefix}/${path}`);
    return path.includes(" ") && !name.startsWith('"') ? `${name}\t` : name;
  };
  return {
    lines: [
      names(true),
      ...modes,
      index,
      `--- ${before === null ? "/dev/null" : named("a")}`,
      `+++ ${after === null ? "/dev/null" : named("b")}`,
      ...hunks.lines,
    ],
    added: hunks.added,
    removed: hunks.removed,
    binary: false,
  };
}

function textHunks(
  before: readonly string[],
  after: readonly string[],
): { readonly lines: readonly string[]; readonly added: number; readonly removed: number } {
  const lines: string[] = [];
  let added = 0;
  let removed = 0;
  const put = (sign: string, line: string): void => {
    if (line.endsWith("\n")) lines.push(sign + line.slice(0, -1));
    else lines.push(sign + line, "\\ No newline at end of file");
  };
  const ranges = diffLines(before, after);
  for (let first = 0; first < ranges.length;) {
    let last = first;
    const at = (index: number) => ranges[index] ?? { aFrom: 0, aTo: 0, bFrom: 0, bTo: 0 };
    while (last + 1 < ranges.length && at(last + 1).aFrom - at(last).aTo <= 2 * CONTEXT) last++;
    const aFrom = Math.max(0, at(first).aFrom - CONTEXT);
    const bFrom = at(first).bFrom - (at(first).aFrom - aFrom);
    const aTo = Math.min(before.length, at(last).aTo + CONTEXT);
    const bTo = at(last).bTo + (aTo - at(last).aTo);
    lines.push(`@@ -${span(aFrom, aTo)} +${span(bFrom, bTo)} @@`);
    let cursor = aFrom;
    for (const range of ranges.slice(first, last + 1)) {
      for (const line of before.slice(cursor, range.aFrom)) put(" ", line);
      for (const line of before.slice(range.aFrom, range.aTo)) put("-", line);
      for (const line of after.slice(range.bFrom, range.bTo)) put("+", line);
      removed += range.aTo - range.aFrom;
      added += range.bTo - range.bFrom;
      cursor = range.aTo;
    }
    for (const line of before.slice(cursor, aTo)) put(" ", line);
    first = last + 1;
  }
  return { lines, added, removed };
}

/** 1-based start and length; an empty span names the line before it. */
function span(from: number, to: number): string {
  const length = to - from;
  return length === 1 ? String(from + 1) : `${String(length === 0 ? from : from + 1)},${String(length)}`;
}

function binaryPatch(before: Side | null, after: Side | null): string[] {
  const literal = (bytes: Uint8Array): string[] => [`literal ${String(bytes.length)}`, ...encodeBase85Lines(zlibSync(bytes)), ""];
  const empty = new Uint8Array(0);
  return ["GIT binary patch", ...literal(after?.bytes ?? empty), ...literal(before?.bytes ?? empty)];
}

function statOf(files: readonly { readonly change: Change; readonly written: Written }[]): string[] {
  const names = files.map(({ change }) => quotePath(change.path));
  const width = Math.max(0, ...names.map((name) => name.length));
  const lines = files.map(({ written }, index) => {
    const total = written.added + written.removed;
    const scale = total > 50 ? 50 / total : 1;
    const bar = "+".repeat(Math.ceil(written.added * scale)) + "-".repeat(Math.ceil(written.removed * scale));
    return ` ${(names[index] ?? "").padEnd(width)} | ${written.binary ? "Bin" : `${String(total)}${bar === "" ? "" : ` ${bar}`}`}`;
  });
  const plural = (n: number, word: string) => `${String(n)} ${word}${n === 1 ? "" : "s"}`;
  const added = files.reduce((sum, { written }) => sum + written.added, 0);
  const removed = files.reduce((sum, { written }) => sum + written.removed, 0);
  lines.push(` ${plural(files.length, "file")} changed, ${plural(added, "insertion")}(+), ${plural(removed, "deletion")}(-)`);
  for (const [index, { change }] of files.entries()) {
    const name = names[index] ?? "";
    if (change.before === null) lines.push(` create mode ${change.after?.mode ?? ""} ${name}`);
    else if (change.after === null) lines.push(` delete mode ${change.before.mode} ${name}`);
    else if (change.before.mode !== change.after.mode)
      lines.push(` mode change ${change.before.mode} => ${change.after.mode} ${name}`);
  }
  return lines;
}
