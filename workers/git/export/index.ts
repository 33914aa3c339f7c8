/** What goes out: a patch, a bundle, and an independent reading of the patch. Pure functions of a store of git objects. */
import type { ExportPort } from "../../../src/app/ports/index.ts";
import type { ObjectStore } from "../../../src/protocol/git-objects.ts";
import { applyPatch } from "./apply-patch.ts";
import { writeBundle } from "./bundle.ts";
import { writePatch } from "./patch-writer.ts";

export function createExport(store: ObjectStore): ExportPort {
  return {
    patch: (base, result, commit) => Promise.resolve().then(() => writePatch(store, base, result, commit)),
    bundle: (base, baseCommit, result, commit) =>
      Promise.resolve().then(() => writeBundle(store, base, baseCommit, result, commit)),
    applyPatch: (base, patch) => Promise.resolve().then(() => applyPatch(store, base, patch)),
  };
}

export { branchName, buildCommit } from "./bundle.ts";
export { writePack } from "./pack-writer.ts";
export { splitMessage } from "./mail-header.ts";
