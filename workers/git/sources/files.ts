import type { RepoSource } from "../../../src/app/ports/index.ts";
import { fail } from "../open-failure.ts";
import type { OpenContext, OpenedTree } from "./context.ts";

export function openFiles(source: Extract<RepoSource, { kind: "files" }>, context: OpenContext): Promise<OpenedTree> {
  context.progress({ phase: "connecting", done: 0, total: null, text: source.kind });
  return fail("bad-url", "This kind of source can't be opened yet.", "Use a git URL or a bundled demo.");
}
