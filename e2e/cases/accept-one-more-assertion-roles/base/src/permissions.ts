import type { Role } from "./role";

export interface Permissions {
  readonly openDoor: boolean;
  readonly readLog: boolean;
  readonly invite: boolean;
}

const TABLE: Readonly<Record<Role, Permissions>> = {
  guest: { openDoor: false, readLog: false, invite: false },
  resident: { openDoor: true, readLog: false, invite: true },
  auditor: { openDoor: false, readLog: false, invite: false },
  janitor: { openDoor: true, readLog: true, invite: false },
};

export function permissionsOf(role: Role): Permissions {
  return TABLE[role];
}

export function can(role: Role, what: keyof Permissions): boolean {
  return permissionsOf(role)[what];
}
