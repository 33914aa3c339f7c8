/** From edits to files: first everything is worked out against what is there, then it is written, in the reply's order. */
import { applyReplacements, withFormOf, type Edit, type EditError } from "../../src/core/role/index.ts";
import type { DeniedWrite } from "../../src/core/evidence/index.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import type { Workspace } from "../../src/protocol/workspace.ts";

export type PlannedEdit =
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "rename"; readonly from: string; readonly to: string };

export async function planEdits(edits: readonly Edit[], workspace: Workspace): Promise<Result<readonly PlannedEdit[], EditError>> {
  const planned: PlannedEdit[] = [];
  /** Texts as they will be when the edits before have been carried out; null: gone. */
  const ahead = new Map<string, string | null>();
  const textOf = async (path: string): Promise<Result<string, EditError>> => {
    const known = ahead.get(path);
    if (known !== undefined && known !== null) return ok(known);
    const read = known === null ? null : await workspace.read(path);
    if (read?.ok === true) return ok(read.value);
    const why =
      read === null || read.error.kind === "not-found" ? "is not in the repository" : `can't be edited: it is ${read.error.kind}`;
    return err({ kind: "unreadable-file", message: `${path} ${why}.`, path });
  };
  for (const edit of edits) {
    switch (edit.kind) {
      case "write": {
        const before = await textOf(edit.path);
        const text = withFormOf(before.ok ? before.value : null, edit.text);
        if (before.ok && before.value === text && edits.length === 1)
          return err({
            kind: "no-change",
            message: `The content given for ${edit.path} is what it holds already.`,
            path: edit.path,
          });
        ahead.set(edit.path, text);
        planned.push({ kind: "write", path: edit.path, text });
        break;
      }
      case "replace": {
        const before = await textOf(edit.path);
        if (!before.ok) return before;
        const after = applyReplacements(before.value, edit.blocks, edit.path);
        if (!after.ok) return after;
        ahead.set(edit.path, after.value);
        planned.push({ kind: "write", path: edit.path, text: after.value });
        break;
      }
      case "delete":
        ahead.set(edit.path, null);
        planned.push({ kind: "remove", path: edit.path });
        break;
      case "rename": {
        const before = await textOf(edit.from);
        if (before.ok) ahead.set(edit.to, before.value);
        ahead.set(edit.from, null);
        planned.push({ kind: "rename", from: edit.from, to: edit.to });
        break;
      }
    }
  }
  return ok(planned);
}

/** A denied write changes nothing and stops nothing: what the mask allows is done, what it denies is named. */
export async function carryOut(
  planned: readonly PlannedEdit[],
  workspace: Workspace,
): Promise<{ readonly applied: number; readonly denied: readonly DeniedWrite[] }> {
  const denied: DeniedWrite[] = [];
  for (const edit of planned) {
    const done =
      edit.kind === "write"
        ? await workspace.write(edit.path, edit.text)
        : edit.kind === "remove"
          ? await workspace.remove(edit.path)
          : await workspace.rename(edit.from, edit.to);
    if (!done.ok) denied.push(done.error);
  }
  return { applied: planned.length - denied.length, denied };
}
