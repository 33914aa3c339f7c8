export function isZip(text: string): boolean {
  return /^\d{5}$/.test(text);
}
