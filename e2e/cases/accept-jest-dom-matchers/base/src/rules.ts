export const MIN_NAME = 2;

export function nameProblem(name: string): string | null {
  const length = name.trim().length;
  if (length === 0) return "A name is needed.";
  return length < MIN_NAME ? `At least ${MIN_NAME} characters.` : null;
}
