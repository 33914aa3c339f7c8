/** Days since the epoch, in UTC. */
export function dayOf(milliseconds: number): number {
  return Math.floor(milliseconds / 86_400_000);
}

export function today(): number {
  return dayOf(Date.now());
}
