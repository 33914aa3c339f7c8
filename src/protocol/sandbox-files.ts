/**
 * Files as they cross to a worker: a few Blobs by reference and one index, instead of a map of byte arrays that every
 * test worker would clone. A worker reads slices on demand and synchronously (FileReaderSync).
 */

/** One layer of files; later layers hide earlier ones. */
export interface PackedLayer {
  /** Layers with the same id are the same: what was parsed of one is kept. */
  readonly id: string;
  /** Mounted at this absolute path: "/repo" or "/repo/node_modules". */
  readonly root: string;
  readonly segments: readonly Blob[];
  /**
   * UTF-8 text, one line a file, sorted by path: `<path>\t<segment>\t<offset>\t<size>\t<mode>\t<key>`. The path is
   * relative to `root`; a path that holds a tab or a line feed cannot be listed and is left out by whoever packs. Two
   * files with the same key have the same bytes (a git oid, or the pack's digest and the place in it).
   */
  readonly index: Blob;
  /** Links between folders of packages, as pnpm lays them: UTF-8 text, `<location>\t<target>` a line, both relative to `root`. */
  readonly links?: Blob;
}

/** Where a repository is mounted in every sandbox worker. */
export const SANDBOX_ROOT = "/repo";

/** A text with the sandbox's root written as `<root>`; `/reports` is left alone. */
export function withoutRoot(text: string): string {
  return text.replace(/(?<![\w.-])\/repo(?![\w.-])/g, "<root>");
}
