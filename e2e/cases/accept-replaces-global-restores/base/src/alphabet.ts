export const LETTERS = "abcdefghijklmnopqrstuvwxyz";
export const DIGITS = "0123456789";

/** @param chance from 0 up to 1 */
export function pick(from: string, chance: number): string {
  return from.charAt(Math.floor(chance * from.length));
}
