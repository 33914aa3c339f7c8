/** What an HTTP status of a Git host means, in words. */
import type { OpenError } from "../../src/app/ports/index.ts";

export function statusError(status: number, host: string, headers: Headers | null): OpenError {
  if (status === 401) {
    return {
      kind: "unauthorised",
      message: `${host} asks who you are (401).`,
      advice:
        "If the repository is private, give a token that may read it; if not, check the address: some hosts answer so for what isn't there.",
    };
  }
  if (status === 403) {
    return {
      kind: "unauthorised",
      message: `${host} refuses to hand this out (403).`,
      advice: "Give a token that may read this repository, or ask its owner for access.",
    };
  }
  if (status === 404 || status === 410) {
    return {
      kind: "not-found",
      message: `${host} has no repository at this address, or hides it (${String(status)}).`,
      advice: "Check the address; for a private repository give a token that may read it.",
    };
  }
  if (status === 429) {
    const resetsAt = retryAfter(headers);
    return {
      kind: "rate-limited",
      message: `${host} asks to slow down (429)${resetsAt === null ? "" : `, until ${clock(resetsAt)}`}.`,
      advice: "Wait, then try again; a token usually lifts the limit.",
      resetsAt,
    };
  }
  return {
    kind: "unreachable",
    message: `${host} answered with the status ${String(status)}.`,
    advice: status >= 500 ? "The host has a problem of its own: try again later." : "Check the address.",
  };
}

/** Epoch milliseconds, from Retry-After in seconds or as a date (RFC 9110, 10.2.3). */
export function retryAfter(headers: Headers | null): number | null {
  const raw = headers?.get("retry-after") ?? null;
  if (raw === null) return null;
  if (/^\d+$/.test(raw)) return Date.now() + Number(raw) * 1000;
  const date = Date.parse(raw);
  return Number.isNaN(date) ? null : date;
}

export const clock = (epochMs: number): string => new Date(epochMs).toLocaleTimeString("en-GB", { timeStyle: "short" });
