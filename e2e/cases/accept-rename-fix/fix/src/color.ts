export type Rgb = readonly [red: number, green: number, blue: number];

export function parseColor(text: string): Rgb | null {
  const match = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text);
  if (!match) return null;
  const digits = match[1]!.length === 3 ? match[1]!.replace(/./g, "$&$&") : match[1]!;
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb;
}
