const ROLES: Readonly<Record<string, readonly string[]>> = {
  reader: ["report.read"],
  analyst: ["report.read", "report.export"],
  admin: ["report.read", "report.export", "user.edit"],
};

export function permissionsOf(roles: readonly string[]): ReadonlySet<string> {
  return new Set(roles.flatMap((role) => ROLES[role] ?? []));
}
