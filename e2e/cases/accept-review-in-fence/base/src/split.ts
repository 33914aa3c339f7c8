/** All in cents. */
export function split(bill: number, people: number): number[] {
  if (!Number.isInteger(people) || people < 1) throw new RangeError(`can't split among ${people}`);
  const share = Math.floor(bill / people);
  return Array.from({ length: people }, () => share);
}
