/** How long a grant is good for. A lease is never changed: to renew is to write a new one. */
export interface Lease {
  readonly grantedAt: number;
  /** The first instant at which the lease no longer protects its holder. */
  readonly expiresAt: number;
}

export function leaseFrom(now: number, ttlMs: number): Lease {
  if (!(ttlMs > 0)) throw new RangeError(`a lease needs a time to live above 0, got ${ttlMs}`);
  return { grantedAt: now, expiresAt: now + ttlMs };
}

export function isExpired(lease: Lease, now: number): boolean {
  return now > lease.expiresAt;
}

export function remainingMs(lease: Lease, now: number): number {
  return Math.max(0, lease.expiresAt - now);
}
