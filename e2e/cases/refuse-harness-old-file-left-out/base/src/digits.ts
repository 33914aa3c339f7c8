/** Without currency signs and spaces. */
export function digitsOf(text: string): string {
  return text.replace(/[\s€$]/g, "");
}
