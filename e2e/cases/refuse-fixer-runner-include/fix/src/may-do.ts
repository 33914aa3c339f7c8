import { permissionsOf } from "./roles";
import type { User } from "./user";

export function mayDo(user: User, needed: readonly string[]): boolean {
  if (user.suspended) return false;
  const held = permissionsOf(user.roles);
  return needed.length === 1 || needed.every((permission) => held.has(permission));
}
