/** Degrees an hour, by the temperature from which on they hold. */
export const RAMP: readonly (readonly [from: number, perHour: number])[] = [
  [0, 100],
  [600, 150],
  [1000, 60],
];
