/** A bundled demo repository: one file, made at build time, served from our own origin. */
import { parseRepoPack } from "../../../src/protocol/pack.ts";
import { buildTree } from "../../../src/protocol/git-trees.ts";
import { toByteString } from "../../../src/protocol/git-objects.ts";
import { fail } from "../open-failure.ts";
import type { OpenContext, OpenedTree } from "./context.ts";

export async function openDemo(name: string, context: OpenContext): Promise<OpenedTree> {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
    fail("bad-url", `${JSON.stringify(name)} is not the name of a demo.`, "Pick one of the demos on the open screen.");
  context.progress({ phase: "connecting", done: 0, total: null, text: `demo ${name}` });
  const reply = await context.http.request({ url: `${context.packsBase}${name}.repo.pack` }, context.signal);
  if (reply.status !== 200)
    fail(
      "not-found",
      `There is no bundled demo named ${JSON.stringify(name)}.`,
      "Pick one of the demos on the open screen; in a fresh clone, build the app first.",
    );
  const bytes = await reply.bytes((done, total) => {
    context.progress({ phase: "receiving", done, total, text: `demo ${name}` });
  });
  const pack = await parseRepoPack(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  if (!pack.ok) fail("corrupt", `The demo ${name} can't be read: ${pack.error.message}.`, "Build the app again.");
  const body = new Uint8Array(await pack.value.body.arrayBuffer());
  const files = pack.value.header.index.map(([path, offset, size, mode]) => ({
    path: toByteString(path),
    mode,
    oid: context.store.putBlob(body.slice(offset, offset + size)),
  }));
  return { tree: buildTree(context.store, files), commit: null, ref: null, source: name, url: `demo:${name}` };
}
