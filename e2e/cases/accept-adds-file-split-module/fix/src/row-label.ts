const LETTERS = 26;

/** 0 is A, 25 is Z, 26 is AA: bijective base 26. */
export function rowLabel(index: number): string {
  let label = "";
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / LETTERS)) {
    label = String.fromCharCode(65 + ((left - 1) % LETTERS)) + label;
  }
  return label;
}
