/** A verdict on screen is a shape, a word and a colour, so that none of the three is needed alone. */
import { Check, CircleDashed, LoaderCircle, Minus, X, type LucideIcon } from "lucide-react";
import type { Verdict } from "../../core/verdict/index.ts";
import { classes } from "./button.tsx";

/** `waiting` and `judging` while an attempt goes on; `not-asked` where it ended before the gate was reached: that is not a pass either. */
export type Outcome = Verdict["outcome"] | "waiting" | "judging" | "not-asked";
export type Tone = "pass" | "fail" | "unknown" | "accent" | "quiet";

export const OUTCOMES: Readonly<Record<Outcome, { readonly word: string; readonly tone: Tone; readonly icon: LucideIcon | "?" }>> =
  {
    pass: { word: "pass", tone: "pass", icon: Check },
    fail: { word: "fail", tone: "fail", icon: X },
    unknown: { word: "unknown", tone: "unknown", icon: "?" },
    "not-applicable": { word: "not applicable", tone: "quiet", icon: Minus },
    waiting: { word: "waiting", tone: "quiet", icon: CircleDashed },
    judging: { word: "gathering", tone: "accent", icon: LoaderCircle },
    "not-asked": { word: "not asked", tone: "unknown", icon: "?" },
  };

export function OutcomeMark({ outcome, size = 16 }: { readonly outcome: Outcome; readonly size?: number }) {
  const { tone, icon: Icon } = OUTCOMES[outcome];
  return (
    <span
      className={classes("mark", `tone-${tone}`, outcome === "judging" && "turning")}
      style={{ width: size, height: size }}
      aria-hidden
    >
      {Icon === "?" ? <span className="mark-question">?</span> : <Icon size={size} strokeWidth={2.5} />}
    </span>
  );
}

export function OutcomeWord({ outcome }: { readonly outcome: Outcome }) {
  const { word, tone } = OUTCOMES[outcome];
  return <span className={classes("outcome-word", `tone-${tone}`, tone === "quiet" && "outcome-quiet")}>{word}</span>;
}
