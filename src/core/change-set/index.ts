export type { Change, ChangeSet } from "./change-set.ts";
export { countLines, diffLines, splitLines, type LineRange } from "./line-diff.ts";
