export type { Change, ChangeSet } from "./change-set.ts";
