export const CONES: readonly (readonly [name: string, degrees: number])[] = [
  ["06", 998],
  ["04", 1063],
  ["6", 1222],
  ["10", 1305],
];

export function degreesOf(cone: string): number {
  const found = CONES.find(([name]) => name === cone);
  if (!found) throw new RangeError(`no cone ${cone}`);
  return found[1];
}
