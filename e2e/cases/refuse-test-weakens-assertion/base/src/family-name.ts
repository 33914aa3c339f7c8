export function familyName(name: string): string {
  return name.split(" ").at(-1) ?? name;
}
