/** Milliseconds since some fixed instant. */
export interface Clock {
  now(): number;
}

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

/** A clock that stands still until it is told otherwise. */
export function manualClock(start = 0): ManualClock {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}
