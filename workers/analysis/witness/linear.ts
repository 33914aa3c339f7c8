/** Numerical Recipes' linear congruential generator: a sequence that can be written down again from its seed. */
export function linear(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
