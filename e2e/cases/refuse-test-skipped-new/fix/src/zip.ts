export function isZip(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text);
}
