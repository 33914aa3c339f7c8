import type { Lease } from "./lease.ts";

export interface LockRecord {
  readonly holder: string;
  readonly lease: Lease;
}

export interface StoredLock extends LockRecord {
  /** Rises with every write to the store, so no two records of a key ever share one. */
  readonly version: number;
}

export interface LockStore {
  read(key: string): Promise<StoredLock | undefined>;
  /** Puts a record whatever was there before: for restoring a snapshot. */
  write(key: string, record: LockRecord): Promise<void>;
  /**
   * Replaces the record of `key` (`undefined`: removes it) if its version is still `expected`
   * (`undefined`: there is no record), and says whether it did.
   */
  compareAndSwap(
    key: string,
    expected: number | undefined,
    next: LockRecord | undefined,
  ): Promise<boolean>;
  keys(): Promise<readonly string[]>;
}

export class MemoryStore implements LockStore {
  #locks = new Map<string, StoredLock>();
  #version = 0;

  async read(key: string): Promise<StoredLock | undefined> {
    return this.#locks.get(key);
  }

  async write(key: string, record: LockRecord): Promise<void> {
    this.#version += 1;
    this.#locks.set(key, { ...record, version: this.#version });
  }

  async compareAndSwap(
    key: string,
    expected: number | undefined,
    next: LockRecord | undefined,
  ): Promise<boolean> {
    if (this.#locks.get(key)?.version !== expected) return false;
    if (next === undefined) this.#locks.delete(key);
    else await this.write(key, next);
    return true;
  }

  async keys(): Promise<readonly string[]> {
    return [...this.#locks.keys()];
  }
}
