/** Characters of the widest bar. */
export const WIDTH = { now: 20 };

export function setWidth(width: number): void {
  WIDTH.now = width;
}
