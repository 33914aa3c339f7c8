import type { Clock } from "./clock.ts";
import type { LockEvents } from "./events.ts";
import { isExpired, leaseFrom } from "./lease.ts";
import { normaliseKey } from "./lock-key.ts";
import type { LockStore } from "./memory-store.ts";

export interface Grant {
  readonly key: string;
  readonly holder: string;
  readonly expiresAt: number;
}

export interface LockManagerOptions {
  readonly store: LockStore;
  readonly clock: Clock;
  readonly events?: LockEvents;
}

export class LockManager {
  readonly #store: LockStore;
  readonly #clock: Clock;
  readonly #events: LockEvents | undefined;

  constructor(options: LockManagerOptions) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#events = options.events;
  }

  /** The grant, or `undefined` where somebody else holds the lock. */
  async acquire(name: string, worker: string, ttlMs: number): Promise<Grant | undefined> {
    const key = normaliseKey(name);
    const current = await this.#store.read(key);
    if (current !== undefined) return undefined;

    const lease = leaseFrom(this.#clock.now(), ttlMs);
    const won = await this.#store.compareAndSwap(key, undefined, { holder: worker, lease });
    if (!won) return undefined;

    this.#events?.emit({ type: "acquired", key, worker });
    return { key, holder: worker, expiresAt: lease.expiresAt };
  }

  /** A new lease for the worker that still holds the lock. */
  async renew(name: string, worker: string, ttlMs: number): Promise<Grant | undefined> {
    const key = normaliseKey(name);
    const now = this.#clock.now();
    const current = await this.#store.read(key);
    if (current?.holder !== worker || isExpired(current.lease, now)) return undefined;

    const lease = leaseFrom(now, ttlMs);
    const kept = await this.#store.compareAndSwap(key, current.version, { holder: worker, lease });
    return kept ? { key, holder: worker, expiresAt: lease.expiresAt } : undefined;
  }

  /** False where the worker does not hold the lock (any more). */
  async release(name: string, worker: string): Promise<boolean> {
    const key = normaliseKey(name);
    const current = await this.#store.read(key);
    if (current?.holder !== worker) return false;

    const released = await this.#store.compareAndSwap(key, current.version, undefined);
    if (released) this.#events?.emit({ type: "released", key, worker });
    return released;
  }

  /** Who holds the lock now; a worker whose lease ran out holds nothing. */
  async holder(name: string): Promise<string | undefined> {
    const current = await this.#store.read(normaliseKey(name));
    if (current === undefined || isExpired(current.lease, this.#clock.now())) return undefined;
    return current.holder;
  }
}
