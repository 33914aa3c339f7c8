export { ROLES, type Role, type WritingRole } from "./role.ts";
