export interface Debounced<A extends unknown[]> {
  (...args: A): void;
  cancel(): void;
}

export function debounce<A extends unknown[]>(run: (...args: A) => void, wait: number): Debounced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: A | undefined;
  const call = (...args: A): void => {
    pending = args;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const latest = pending!;
      pending = undefined;
      run(...latest);
    }, wait);
  };
  return Object.assign(call, {
    cancel() {
      clearTimeout(timer);
      pending = undefined;
    },
  });
}
