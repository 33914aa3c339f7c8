/** How putting tickets together stands or ended, in words. What is left out and what ships is always said with it. */
import type { IntegrationView } from "../../app/integrate.ts";
import type { Tone } from "../parts/outcome.tsx";
import { countOf, listOf } from "../parts/words.ts";

export interface StandingWords {
  readonly word: string;
  readonly tone: Tone;
  readonly sentence: string;
  readonly next: string;
}

export function standingOf(view: IntegrationView, running: boolean): StandingWords {
  const { end, tickets } = view;
  if (end === null)
    return running
      ? { word: "putting together", tone: "accent", sentence: view.step ?? "", next: "" }
      : {
          word: "broke off",
          tone: "unknown",
          sentence: "it came to no end. Nothing ships.",
          next: "Next: put them together again.",
        };
  switch (end.kind) {
    case "green":
      return {
        word: "green",
        tone: "pass",
        sentence: `all ${countOf(tickets.length, "ticket")} on one tree: no test, no type of base is broken, each new test passes.`,
        next: `Next: take the series of ${countOf(end.shipped.length, "patch", "patches")}.`,
      };
    case "stuck":
      return {
        word: "stuck",
        tone: "fail",
        sentence: `${redInARow(view)}, next action ${end.nextAction}. ${leftOutSentence(end.culprits.length, end.shipped.length, listOf(end.culprits))}`,
        next:
          end.shipped.length === 0
            ? "Nothing ships."
            : `Next: investigate ${listOf(end.culprits)}; take the series of ${countOf(end.shipped.length, "patch", "patches")}.`,
      };
    case "unknown":
      return {
        word: "unknown",
        tone: "unknown",
        sentence: `${end.reason}.`,
        next: "Nothing ships. Next: mend what kept it from being known, then put them together again.",
      };
    case "cancelled":
      return {
        word: "cancelled",
        tone: "unknown",
        sentence: "ended by hand. What was observed before that stands below.",
        next: "Nothing ships.",
      };
  }
}

/** "red 3 observations in a row". */
export function redInARow({ observations }: Pick<IntegrationView, "observations">): string {
  return `red ${countOf(redCount(observations), "observation")} in a row`;
}

export function redCount(observations: IntegrationView["observations"]): number {
  const lastOther = observations.findLastIndex((verdict) => verdict.outcome !== "fail");
  return observations.length - 1 - lastOther;
}

function leftOutSentence(culprits: number, shipped: number, names: string): string {
  if (shipped === 0) return `Without ${names} none is left.`;
  return `Without ${culprits === 1 ? names : `${names} together`} the other ${shipped.toString()} ${shipped === 1 ? "is" : "are"} green${shipped === 1 ? "" : " together"}.`;
}
