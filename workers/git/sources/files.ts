/** A folder of the person's own, by picker or drop. It has no commit: the base is what lies there now. */
import type { RepoSource } from "../../../src/app/ports/index.ts";
import { fail } from "../open-failure.ts";
import type { OpenContext, OpenedTree } from "./context.ts";
import { localTree } from "./local-tree.ts";

export async function openFiles(source: Extract<RepoSource, { kind: "files" }>, context: OpenContext): Promise<OpenedTree> {
  if (source.files.length === 0) fail("empty", `${source.name} holds no file.`, "Pick the folder that holds package.json.");
  const tree = await localTree(
    source.files.map(({ path, blob, executable }) => ({
      path,
      mode: executable ? ("100755" as const) : ("100644" as const),
      bytes: async () => {
        try {
          return new Uint8Array(await blob.arrayBuffer());
        } catch {
          return fail(
            "unreachable",
            `${path} can't be read any more.`,
            "It was changed or removed after it was picked: pick the folder again.",
          );
        }
      },
    })),
    context,
    { honourIgnore: true },
  );
  const { leftOut = [] } = source;
  if (leftOut.length > 0)
    context.warn(
      `Left out: ${leftOut.slice(0, 5).join(", ")}${leftOut.length > 5 ? ` and ${String(leftOut.length - 5)} more` : ""}. History is not looked at, and dependencies come from the lockfile.`,
    );
  context.warn(
    "A picked folder tells neither executable bits nor symbolic links; patches against it may show other modes than your clone has.",
  );
  return { tree, commit: null, ref: null, source: source.name, url: `folder:${source.name}` };
}
