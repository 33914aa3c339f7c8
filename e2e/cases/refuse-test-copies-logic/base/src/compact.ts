export function compact(text: string): string {
  return text.replace(/[\s-]/g, "").toUpperCase();
}
