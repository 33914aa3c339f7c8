/** One engine, several roles: a second request waits until the first has really let go, not only until it was answered. */
export interface Queue {
  /** Runs `work` when everything before it has settled; `work` says with `settled` when the engine is free again. */
  run<T>(work: (settled: (done: Promise<unknown>) => void) => Promise<T>): Promise<T>;
}

export function oneAtATime(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async run(work) {
      const before = last;
      let release: () => void = () => undefined;
      last = new Promise<void>((resolve) => {
        release = resolve;
      });
      await before;
      let free: Promise<unknown> = Promise.resolve();
      try {
        return await work((done) => {
          free = done;
        });
      } finally {
        void free.catch(() => undefined).then(release);
      }
    },
  };
}
