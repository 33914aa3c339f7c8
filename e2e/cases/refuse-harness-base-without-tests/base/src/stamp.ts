export function stamp(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}
