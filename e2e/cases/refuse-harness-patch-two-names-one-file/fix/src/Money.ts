export function signOf(cents: number): string {
  return cents < 0 ? "-" : "";
}
