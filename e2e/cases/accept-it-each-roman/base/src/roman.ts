const NUMERALS: readonly (readonly [number, string])[] = [
  [100, "C"],
  [50, "L"],
  [10, "X"],
  [5, "V"],
  [1, "I"],
];

export function roman(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > 399) throw new RangeError(`no numeral for ${value}`);
  let left = value;
  let text = "";
  for (const [worth, letters] of NUMERALS) {
    while (left >= worth) {
      text += letters;
      left -= worth;
    }
  }
  return text;
}
