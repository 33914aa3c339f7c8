/** A value as plain data: functions and patterns become marks, cycles and depth are cut. */
export function plainValue(value: unknown, depth = 0, seen: readonly object[] = []): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : { $number: String(value) };
  if (typeof value === "bigint") return { $number: String(value) };
  if (typeof value === "function") return { $function: value.name };
  if (value instanceof RegExp) return { $pattern: value.source, $flags: value.flags };
  if (typeof value === "object") {
    if (depth > 12 || seen.includes(value)) return { $cut: true };
    const path = [...seen, value];
    if (value instanceof URL) return value.href;
    if (Array.isArray(value)) return value.map((one) => plainValue(one, depth + 1, path) ?? null);
    const out: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      const plain = plainValue(member, depth + 1, path);
      if (plain !== undefined) out[key] = plain;
    }
    return out;
  }
  return undefined;
}
