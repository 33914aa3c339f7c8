import { Limiter, type Limits } from "./limiter";

export function gate<A extends unknown[], R>(limits: Limits, client: string, run: (...args: A) => R): (...args: A) => R {
  const limiter = new Limiter(limits);
  return (...args) => {
    if (!limiter.allow(client)) throw new Error(`${client} calls too often`);
    return run(...args);
  };
}
