export type Load<T> = (key: string) => Promise<T>;

export class Loader<T> {
  readonly #cache = new Map<string, Promise<T>>();
  readonly #load: Load<T>;

  constructor(load: Load<T>) {
    this.#load = load;
  }

  get(key: string): Promise<T> {
    const known = this.#cache.get(key);
    if (known) return known;
    const promise = this.#load(key);
    this.#cache.set(key, promise);
    promise.catch(() => this.#cache.delete(key));
    return promise;
  }
}
