/** A strict reader of git patches (git-diff(1), "Generating patch text with -p"): text hunks, modes, binary literals. */
import { err, ok, type Result } from "../../../src/core/result.ts";
import { isOid, type FileMode, type Oid } from "../../../src/core/snapshot/index.ts";
import { decodeBase85Lines } from "./base85.ts";
import { unquotePath } from "./quoted-path.ts";

export interface HunkLine {
  readonly sign: " " | "-" | "+";
  /** With its line end, if it has one. */
  readonly text: string;
}
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  readonly lines: readonly HunkLine[];
}
export type PatchBody =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly hunks: readonly Hunk[] }
  | { readonly kind: "binary"; readonly size: number; readonly deflated: Uint8Array };

export interface FilePatch {
  readonly path: string;
  /** null: the file is new. */
  readonly oldMode: FileMode | "unchanged" | null;
  /** null: the file goes. */
  readonly newMode: FileMode | "unchanged" | null;
  readonly index: { readonly before: Oid; readonly after: Oid } | null;
  readonly body: PatchBody;
}

export function parsePatch(patch: string): Result<readonly FilePatch[], string> {
  const lines = patch.split("\n");
  const files: FilePatch[] = [];
  let at = 0;
  while (at < lines.length) {
    if (!(lines[at] ?? "").startsWith("diff --git ")) {
      at++;
      continue;
    }
    const file = parseFile(lines, at);
    if (!file.ok) return file;
    files.push(file.value.file);
    at = file.value.next;
  }
  return files.length === 0 ? err("there is no change in the patch") : ok(files);
}

interface Header {
  oldMode: FileMode | "unchanged" | null;
  newMode: FileMode | "unchanged" | null;
  index: FilePatch["index"];
}

function parseFile(lines: readonly string[], start: number): Result<{ readonly file: FilePatch; readonly next: number }, string> {
  const path = headerPath((lines[start] ?? "").slice("diff --git ".length));
  if (path === null) return err(`line ${String(start + 1)}: the names can't be read`);
  const header: Header = { oldMode: "unchanged", newMode: "unchanged", index: null };
  let at = start + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const [, word, value] = /^(old mode|new mode|deleted file mode|new file mode|index) (.*)$/.exec(line) ?? [];
    if (word === undefined || value === undefined) break;
    const problem = readHeader(header, word, value);
    if (problem !== null) return err(`line ${String(at + 1)}: ${problem}`);
  }
  const done = (body: PatchBody, next: number) => ok({ file: { path, ...header, body }, next });
  const line = lines[at] ?? "";
  if (line === "GIT binary patch") return parseBinary(lines, at + 1, done);
  if (!line.startsWith("--- ")) {
    if (/^(rename|copy|similarity|dissimilarity) /.test(line))
      return err(`line ${String(at + 1)}: renames and copies are not read here`);
    return done({ kind: "none" }, at);
  }
  for (const [offset, sign, side, mode] of [
    [0, "---", "a", header.oldMode],
    [1, "+++", "b", header.newMode],
  ] as const) {
    const name = nameOf(lines[at + offset] ?? "", sign);
    const expected = mode === null ? "/dev/null" : `${side}/${path}`;
    if (name !== expected) return err(`line ${String(at + offset + 1)}: names ${name ?? "nothing"}, not ${expected}`);
  }
  return parseHunks(lines, at + 2, done);
}

function readHeader(header: Header, word: string, value: string): string | null {
  if (word === "index") {
    const [, before, after] = /^([0-9a-f]{40})\.\.([0-9a-f]{40})(?: [0-7]{6})?$/.exec(value) ?? [];
    if (!isOid(before) || !isOid(after)) return "the index line has no full object ids";
    header.index = { before, after };
    return null;
  }
  if (value !== "100644" && value !== "100755" && value !== "120000") return `the mode ${value} is not one of a file`;
  if (word === "old mode") header.oldMode = value;
  else if (word === "new mode") header.newMode = value;
  else if (word === "deleted file mode") [header.oldMode, header.newMode] = [value, null];
  else [header.oldMode, header.newMode] = [null, value];
  return null;
}

/** Both names on a `diff --git` line, which must be the same but for their a/ and b/. */
function headerPath(text: string): string | null {
  if (text.startsWith('"')) {
    const first = unquotePath(text);
    const second = first === null ? null : unquotePath(first.rest.slice(1));
    return first?.path.startsWith("a/") === true && second?.path === `b/${first.path.slice(2)}` ? first.path.slice(2) : null;
  }
  // "a/<path> b/<path>": of odd length, halves of a known size.
  const half = (text.length - 1) / 2;
  const [first, second] = [text.slice(0, half), text.slice(half + 1)];
  return Number.isInteger(half) && text.charAt(half) === " " && first.startsWith("a/") && second === `b/${first.slice(2)}`
    ? first.slice(2)
    : null;
}

function nameOf(line: string, sign: string): string | null {
  if (!line.startsWith(`${sign} `)) return null;
  return unquotePath(line.slice(4).replace(/\t$/, ""))?.path ?? null;
}

type Done = (body: PatchBody, next: number) => Result<{ readonly file: FilePatch; readonly next: number }, string>;

function parseHunks(lines: readonly string[], start: number, done: Done): ReturnType<Done> {
  const hunks: Hunk[] = [];
  let at = start;
  for (;;) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(lines[at] ?? "");
    if (head === null) break;
    const [oldStart, oldCount, newStart, newCount] = [head[1], head[2] ?? "1", head[3], head[4] ?? "1"].map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const hunk: HunkLine[] = [];
    let [olds, news] = [oldCount, newCount];
    at++;
    while (olds > 0 || news > 0) {
      const line = lines[at] ?? "";
      const sign = line.charAt(0);
      if (sign !== " " && sign !== "-" && sign !== "+") return err(`line ${String(at + 1)}: a hunk ends too early`);
      if (sign !== "+") olds--;
      if (sign !== "-") news--;
      const bare = lines[at + 1] === "\\ No newline at end of file";
      hunk.push({ sign, text: line.slice(1) + (bare ? "" : "\n") });
      at += bare ? 2 : 1;
    }
    if (olds < 0 || news < 0) return err(`line ${String(at)}: a hunk is longer than it says`);
    hunks.push({ oldStart, oldCount, newStart, newCount, lines: hunk });
  }
  return hunks.length === 0 ? err(`line ${String(start + 1)}: there is no hunk`) : done({ kind: "text", hunks }, at);
}

function parseBinary(lines: readonly string[], start: number, done: Done): ReturnType<Done> {
  const read = (from: number): Result<{ readonly size: number; readonly deflated: Uint8Array; readonly next: number }, string> => {
    const size = /^literal (\d+)$/.exec(lines[from] ?? "")?.[1];
    if (size === undefined) return err(`line ${String(from + 1)}: only literal binary patches are read here`);
    let at = from + 1;
    while (at < lines.length && lines[at] !== "") at++;
    const bytes = decodeBase85Lines(lines.slice(from + 1, at));
    return bytes.ok
      ? ok({ size: Number(size), deflated: bytes.value, next: at + 1 })
      : err(`line ${String(from + 2)}: ${bytes.error}`);
  };
  const forward = read(start);
  if (!forward.ok) return forward;
  const { size, deflated, next } = forward.value;
  // The way back, for git apply -R; not needed here, and read only to be passed over.
  const reverse = (lines[next] ?? "").startsWith("literal ") ? read(next) : null;
  if (reverse?.ok === false) return reverse;
  return done({ kind: "binary", size, deflated }, reverse === null ? next : reverse.value.next);
}
