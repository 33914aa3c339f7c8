export function now(): Date {
  return new Date();
}

export function pad(value: number, width = 2): string {
  return String(value).padStart(width, "0");
}
