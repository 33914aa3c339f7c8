/**
 * The environment in which a repository's tests will most likely run, told from words alone, before anything of it was
 * run: what spare workers load ahead. A wrong guess costs that time and nothing else.
 */
import type { SnapshotFiles } from "../../../core/snapshot/index.ts";

const NAMED = /["'`](?:jest-environment-)?(jsdom|happy-dom)["'`]/;
const CONFIGURATION = /^(?:vitest\.(?:config|workspace)|vite\.config|jest\.config)\.[cm]?[jt]s$|^package\.json$/;

export function likelyEnvironment(
  { inputs, packageRoot }: { readonly inputs: SnapshotFiles; readonly packageRoot: string },
  textOf: (files: SnapshotFiles, path: string) => string | null,
): string {
  const folder = packageRoot === "" ? "" : `${packageRoot}/`;
  const names = inputs.entries
    .map(({ path }) => path as string)
    .filter((path) => path.startsWith(folder) && CONFIGURATION.test(path.slice(folder.length)))
    // What a configuration says goes before what is merely installed.
    .sort((a, b) => Number(a.endsWith("package.json")) - Number(b.endsWith("package.json")));
  for (const name of names) {
    const found = NAMED.exec(textOf(inputs, name) ?? "")?.[1];
    if (found !== undefined) return found;
  }
  return "node";
}
