/**
 * A role's workspace: the snapshot it may read and, over it, what it has written so far. Every write is judged here,
 * where the files are; whoever holds the port can ask, and can't decide. Rules WS1 to WS3 (below) concern what a tree can
 * hold; the mask's own rules come first.
 */
import type { ReadError, Workspace, WorkspaceEvent } from "../../src/app/ports/index.ts";
import { countLines } from "../../src/core/change-set/index.ts";
import type { DeniedWrite } from "../../src/core/evidence/index.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import type { Role } from "../../src/core/role/index.ts";
import type { FileMode, FileState, Oid, RepoPath } from "../../src/core/snapshot/index.ts";
import { judgePath, type WriteMask } from "../../src/core/write-mask/index.ts";
import type { ObjectStore } from "../../src/protocol/git-objects.ts";
import { listTree, updateTree } from "../../src/protocol/git-trees.ts";
import { inFormOf, textOf } from "./text-form.ts";

/** A larger text is no use to a model, and a mistake as an answer. */
export const MAX_TEXT = 2 * 1024 * 1024;

export interface MaskedWorkspace extends Workspace {
  /** The tree as it stands now. */
  result(): Oid;
}

export interface MaskedWorkspaceInput {
  readonly store: ObjectStore;
  readonly base: Oid;
  readonly role: Role;
  readonly mask: WriteMask;
  readonly onEvent: (event: WorkspaceEvent) => void;
}

export function createWorkspace({ store, base, role, mask, onEvent }: MaskedWorkspaceInput): MaskedWorkspace {
  const files = new Map<string, FileState>(
    listTree(store, base).snapshot.entries.map((entry) => [entry.path, { oid: entry.oid, mode: entry.mode }]),
  );
  const edits = new Map<RepoPath, FileState | null>();
  /** Files under each folder, so that a file is never put where a folder stands. */
  const folders = new Map<string, Map<string, number>>();
  const count = (path: string, by: 1 | -1): void => {
    const segments = path.split("/");
    for (let depth = 0; depth < segments.length; depth++) {
      const folder = segments.slice(0, depth).join("/");
      const name = segments[depth] ?? "";
      const names = folders.get(folder) ?? new Map<string, number>();
      const left = (names.get(name) ?? 0) + by;
      if (left > 0) names.set(name, left);
      else names.delete(name);
      if (names.size > 0) folders.set(folder, names);
      else folders.delete(folder);
    }
  };
  for (const path of files.keys()) count(path, 1);

  const tree = {
    modeOf: (path: string): FileMode | null => files.get(path)?.mode ?? null,
    names: (folder: string): readonly string[] => [...(folders.get(folder)?.keys() ?? [])],
  };
  const set = (path: RepoPath, state: FileState | null): void => {
    if (files.has(path) !== (state !== null)) count(path, state === null ? -1 : 1);
    if (state === null) files.delete(path);
    else files.set(path, state);
    edits.set(path, state);
  };
  const deny = (operation: DeniedWrite["operation"], path: string, rule: string, message: string): Result<never, DeniedWrite> => {
    const denied: DeniedWrite = { role, operation, path, rule, message };
    onEvent({ type: "denied", denied });
    return err(denied);
  };
  /** The path, if the role may change it and a file can stand there. */
  const judge = (operation: DeniedWrite["operation"], raw: string): Result<RepoPath, DeniedWrite> => {
    const judged = judgePath(mask, raw, tree);
    if (!judged.ok) return deny(operation, raw, judged.error.rule, judged.error.message);
    if (role === "reviewer") return deny(operation, raw, "WM5", "the reviewer writes nothing");
    if (folders.has(judged.value)) return deny(operation, raw, "WS1", `${JSON.stringify(raw)} is a folder`);
    return judged;
  };
  const wrote = (
    path: RepoPath,
    before: string | null,
    after: string | null,
  ): { readonly added: number; readonly removed: number } => {
    const counted = countLines(before ?? "", after ?? "");
    if (role !== "reviewer") onEvent({ type: "written", role, path, ...counted });
    return counted;
  };
  const textAt = (path: string): string | null => {
    const state = files.get(path);
    const bytes = state === undefined ? undefined : store.blob(state.oid);
    return bytes === undefined ? null : textOf(bytes);
  };

  return {
    list: () => Promise.resolve([...files.keys()].sort() as RepoPath[]),
    read: (path) => {
      const state = files.get(path);
      const bytes = state === undefined ? undefined : store.blob(state.oid);
      const failed = (kind: ReadError["kind"]): Promise<Result<string, ReadError>> => Promise.resolve(err({ kind, path }));
      if (bytes === undefined) return failed("not-found");
      if (bytes.length > MAX_TEXT) return failed("too-large");
      const text = textOf(bytes);
      if (text === null) return failed("binary");
      onEvent({ type: "read", role, path });
      return Promise.resolve(ok(text));
    },
    write: (raw, text) => {
      const judged = judge("write", raw);
      if (!judged.ok) return Promise.resolve(judged);
      if (text.length > MAX_TEXT)
        return Promise.resolve(deny("write", raw, "WS2", `the text is longer than ${String(MAX_TEXT)} characters`));
      const path = judged.value;
      const before = textAt(path);
      const bytes = inFormOf(before, text);
      set(path, { oid: store.putBlob(bytes), mode: files.get(path)?.mode ?? "100644" });
      return Promise.resolve(ok(wrote(path, before, textOf(bytes))));
    },
    remove: (raw) => {
      const judged = judge("remove", raw);
      if (!judged.ok) return Promise.resolve(judged);
      if (!files.has(judged.value))
        return Promise.resolve(deny("remove", raw, "WS3", `there is no ${JSON.stringify(raw)} to remove`));
      const before = textAt(judged.value);
      set(judged.value, null);
      wrote(judged.value, before, null);
      return Promise.resolve(ok(undefined));
    },
    rename: (rawFrom, rawTo) => {
      const from = judge("rename", rawFrom);
      if (!from.ok) return Promise.resolve(from);
      const to = judge("rename", rawTo);
      if (!to.ok) return Promise.resolve(to);
      const state = files.get(from.value);
      if (state === undefined)
        return Promise.resolve(deny("rename", rawFrom, "WS3", `there is no ${JSON.stringify(rawFrom)} to rename`));
      if (files.has(to.value)) return Promise.resolve(deny("rename", rawTo, "WS3", `${JSON.stringify(rawTo)} is already there`));
      const text = textAt(from.value);
      set(from.value, null);
      set(to.value, state);
      wrote(from.value, text, null);
      wrote(to.value, null, text);
      return Promise.resolve(ok(undefined));
    },
    result: () => updateTree(store, base, edits),
  };
}
