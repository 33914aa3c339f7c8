/** A role is a named set of capabilities. What it may write is its mask; what it may read is decided by who hands it the snapshot. */
export const ROLES = ["fixer", "test-writer", "reviewer"] as const;
export type Role = (typeof ROLES)[number];
/** The roles whose answers change files. */
export type WritingRole = Exclude<Role, "reviewer">;
