/** How a run ended, in words: what holds, since when, and what to do next. A refusal is a result like any other. */
import type { RunEnd } from "../../core/run/index.ts";
import type { Tone } from "../parts/outcome.tsx";
import { gateName, listOf, shortOid } from "../parts/words.ts";

export interface EndWords {
  readonly word: string;
  readonly tone: Tone;
  readonly sentence: string;
  readonly next: string;
}

export function endOf(end: RunEnd): EndWords {
  switch (end.kind) {
    case "verified":
      return {
        word: "verified",
        tone: "pass",
        sentence: `every gate that applies passed on tree ${shortOid(end.candidate)}.`,
        next: "Next: take the patch and its receipt.",
      };
    case "refused":
      if (end.because !== undefined)
        return {
          word: "refused",
          tone: "fail",
          sentence: `${end.because}, so nothing it lets through counts.`,
          next: "Next: open Checks; no run can be verified until the gate holds its own cases again.",
        };
      return {
        word: "refused",
        tone: "fail",
        sentence: `${red(end.failing)} in the last attempt that the budget allowed.`,
        next: "Next: read the first finding; then change the ticket, the model or the budget, and run again.",
      };
    case "stuck":
      return {
        word: "stuck",
        tone: "fail",
        sentence: `${red(end.failing)} ${timesInARow(end.observations)}.`,
        next: "Next: investigate.",
      };
    case "over-budget":
      return {
        word: "over budget",
        tone: "unknown",
        sentence: `the limit of ${{ attempts: "attempts", tokens: "tokens", "wall-clock": "time" }[end.what]} was reached before every gate passed.`,
        next: "Next: raise the budget in the settings, or make the ticket smaller.",
      };
    case "cancelled":
      return {
        word: "cancelled",
        tone: "unknown",
        sentence: "the run was ended by hand. What was decided before that is kept.",
        next: "Next: run the ticket again when ready.",
      };
    case "interrupted":
      return {
        word: "interrupted",
        tone: "unknown",
        sentence: "the page was closed or reloaded in the middle. What was decided before that is kept.",
        next: "Next: run the ticket again.",
      };
    case "error":
      return { word: "error", tone: "fail", sentence: end.message, next: end.advice === "" ? "" : `Next: ${end.advice}` };
  }
}

function red(failing: readonly string[]): string {
  return failing.length === 0 ? "not every gate passed" : `${listOf(failing.map(gateName))} red`;
}

function timesInARow(observations: number): string {
  const words: Readonly<Record<number, string>> = { 2: "twice", 3: "three times", 4: "four times", 5: "five times" };
  return `${words[observations] ?? `${observations.toString()} times`} in a row`;
}

/** For lists that know an end only by its name. */
export function endTone(end: string | null): Tone {
  if (end === null) return "accent";
  if (end === "verified") return "pass";
  return end === "refused" || end === "stuck" || end === "error" ? "fail" : "unknown";
}
