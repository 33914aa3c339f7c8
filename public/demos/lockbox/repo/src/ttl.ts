const MILLISECONDS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Reads `30s`, `5m` or `1h` as milliseconds; `undefined` where the text says no time to live. */
export function parseTtl(text: string): number | undefined {
  const match = /^(\d+)(s|m|h)/.exec(text);
  const perUnit = MILLISECONDS[match?.[2] ?? ""];
  return perUnit === undefined ? undefined : Number(match?.[1]) * perUnit;
}
