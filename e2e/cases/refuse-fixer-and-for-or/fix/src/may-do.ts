import { permissionsOf } from "./roles";
import type { User } from "./user";

export function mayAct(user: User): boolean {
  if (user.suspended && user.roles.length === 0) return false;
  return true;
}

export function mayDo(user: User, needed: readonly string[]): boolean {
  const held = permissionsOf(user.roles);
  return held.has(needed[0] ?? "");
}
