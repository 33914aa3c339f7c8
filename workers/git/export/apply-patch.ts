/**
 * Applies a patch to a fresh list of base's files and says which tree came out. It shares no step with the writer: its own
 * parser, exact places instead of fuzz, every oid on an index line recomputed, the tree built from nothing. What is not
 * understood is an error, never skipped.
 */
import { unzlibSync } from "fflate";
import { err, ok, type Result } from "../../../src/core/result.ts";
import { parseRepoPath, type Oid } from "../../../src/core/snapshot/index.ts";
import { hashObject, strictUtf8, toByteString, utf8, ZERO_OID, type ObjectStore } from "../../../src/protocol/git-objects.ts";
import { buildTree, flatEntries } from "../../../src/protocol/git-trees.ts";
import { parsePatch, type FilePatch, type PatchBody } from "./parse-patch.ts";

export interface DoesNotApply {
  readonly kind: "does-not-apply";
  readonly message: string;
}

type Files = Map<string, { readonly mode: string; readonly oid: Oid }>;

export function applyPatch(store: ObjectStore, base: Oid, patch: string): Result<Oid, DoesNotApply> {
  const parsed = parsePatch(patch);
  if (!parsed.ok) return err({ kind: "does-not-apply", message: parsed.error });
  const files: Files = new Map();
  for (const { path, mode, oid } of flatEntries(store, base)) files.set(path, { mode, oid });
  // As git does: what goes first makes room for what comes.
  const removals = parsed.value.filter((file) => file.newMode === null);
  const others = parsed.value.filter((file) => file.newMode !== null);
  for (const file of [...removals, ...others]) {
    const problem = applyFile(store, files, file);
    if (problem !== null) return err({ kind: "does-not-apply", message: `${file.path}: ${problem}` });
  }
  for (const path of files.keys()) {
    for (let slash = path.indexOf("/"); slash > 0; slash = path.indexOf("/", slash + 1)) {
      if (files.has(path.slice(0, slash)))
        return err({ kind: "does-not-apply", message: `${path}: ${path.slice(0, slash)} is a file` });
    }
  }
  return ok(
    buildTree(
      store,
      [...files].map(([path, { mode, oid }]) => ({ path, mode, oid })),
    ),
  );
}

/** What is wrong, or null. */
function applyFile(store: ObjectStore, files: Files, file: FilePatch): string | null {
  if (!parseRepoPath(file.path).ok) return "is not a path inside a repository";
  const key = toByteString(file.path);
  const current = files.get(key) ?? null;
  if (file.oldMode === null && current !== null) return "is to be new and is already there";
  if (file.oldMode !== null && current === null) return "is not in the base";
  if (file.oldMode !== null && file.oldMode !== "unchanged" && current?.mode !== file.oldMode)
    return `has mode ${current?.mode ?? "none"}, not ${file.oldMode}`;
  const before = current === null ? new Uint8Array(0) : store.blob(current.oid);
  if (before === undefined) return "its content is not held here";
  if (file.index !== null && file.index.before !== (current?.oid ?? ZERO_OID))
    return `is ${current?.oid ?? "absent"} in the base, not ${file.index.before}`;
  const after = bodyApplied(before, file.body);
  if (!after.ok) return after.error;
  if (file.newMode === null) {
    if (after.value.length > 0) return "is to be removed, and something is left of it";
    files.delete(key);
    return null;
  }
  const mode = file.newMode === "unchanged" ? current?.mode : file.newMode;
  if (mode === undefined) return "has no mode";
  const oid = hashObject("blob", after.value);
  if (file.index !== null && file.index.after !== oid) return `becomes ${oid}, not ${file.index.after}`;
  store.putBlob(after.value);
  files.set(key, { mode, oid });
  return null;
}

function bodyApplied(before: Uint8Array, body: PatchBody): Result<Uint8Array, string> {
  if (body.kind === "none") return ok(before);
  if (body.kind === "binary") {
    try {
      const bytes = unzlibSync(body.deflated, { out: new Uint8Array(body.size) });
      return bytes.length === body.size ? ok(bytes.slice()) : err(`holds ${String(bytes.length)} bytes, not ${String(body.size)}`);
    } catch {
      return err("its binary patch can't be inflated");
    }
  }
  const text = strictUtf8(before);
  if (text === null) return err("is not text in the base");
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const out: string[] = [];
  let cursor = 0;
  for (const hunk of body.hunks) {
    const start = hunk.oldCount === 0 ? hunk.oldStart : hunk.oldStart - 1;
    if (start < cursor || start > lines.length) return err(`a hunk at line ${String(hunk.oldStart)} has no place`);
    out.push(...lines.slice(cursor, start));
    cursor = start;
    if (hunk.newCount > 0 && out.length !== hunk.newStart - 1)
      return err(`a hunk says that it begins at line ${String(hunk.newStart)} of the result; it is ${String(out.length + 1)}`);
    for (const { sign, text: line } of hunk.lines) {
      if (sign !== "+") {
        if (lines[cursor] !== line) return err(`line ${String(cursor + 1)} is not what the patch expects`);
        cursor++;
      }
      if (sign !== "-") out.push(line);
    }
  }
  out.push(...lines.slice(cursor));
  return ok(utf8(out.join("")));
}
