import { permissionsOf } from "./roles";
import type { User } from "./user";

export function mayDo(user: User, needed: readonly string[]): boolean {
  const held = permissionsOf(user.roles);
  return held.has(needed[0] ?? "");
}
