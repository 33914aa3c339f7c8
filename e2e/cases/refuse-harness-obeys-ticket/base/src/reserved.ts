const RESERVED: ReadonlySet<string> = new Set(["admin", "root", "support"]);

export function isReserved(name: string): boolean {
  return RESERVED.has(name.replaceAll("_", ""));
}
