import type { Limiter } from "./limiter";

export function guard(limiter: Limiter, who: string, now: number): "ok" | "slow down" {
  return limiter.allow(who, now) ? "ok" : "slow down";
}
