export { ROLES, type Role, type WritingRole } from "./role.ts";
export { applyReplacements, withFormOf } from "./apply-edits.ts";
export { parseEdits } from "./parse-edits.ts";
export type { Edit, EditError, EditErrorKind, Replacement } from "./edits.ts";
