/** Always within 0 … size - 1. */
export function wrapIndex(index: number, size: number): number {
  return ((index % size) + size) % size;
}

export function next(index: number, size: number): number {
  return wrapIndex(index + 1, size);
}

export function previous(index: number, size: number): number {
  return wrapIndex(index - 1, size);
}
