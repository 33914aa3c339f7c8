import type { Hub } from "./hub";

export function next<T>(hub: Hub<T>): Promise<T> {
  return new Promise((resolve) => {
    const stop = hub.on((value) => {
      stop();
      resolve(value);
    });
  });
}
