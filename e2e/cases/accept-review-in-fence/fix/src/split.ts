/** All in cents. */
export function split(bill: number, people: number): number[] {
  if (!Number.isInteger(people) || people < 1) throw new RangeError(`can't split among ${people}`);
  const share = Math.floor(bill / people);
  const rest = bill % people;
  return Array.from({ length: people }, (_, index) => (index < rest ? share + 1 : share));
}
