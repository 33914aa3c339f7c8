/** What the build needs of this folder, bundled for Node by `workers/build/packs.mjs`: one format, written once. */
export { digestOfPackages, packParts } from "../../src/protocol/pack.ts";
export { isKept } from "../../src/core/dependencies/kept-files.ts";
