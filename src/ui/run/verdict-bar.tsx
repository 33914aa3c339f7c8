/** The one line that says how it stands: running, or how it ended, and what to do next. */
import { Check, FileSearch, LoaderCircle, Pause, Send, X } from "lucide-react";
import type { RunView } from "../../core/run/index.ts";
import { Button, classes } from "../parts/button.tsx";
import type { Tone } from "../parts/outcome.tsx";
import { Artifacts } from "./artifacts.tsx";
import { endOf } from "./run-end.ts";

export function VerdictBar({
  run,
  onEvidence,
  onPublish,
}: {
  readonly run: RunView;
  readonly onEvidence: (() => void) | null;
  readonly onPublish: () => void;
}) {
  const words =
    run.end === null
      ? {
          word: run.paused ? "paused" : "running",
          tone: "accent" as const,
          sentence: runningSentence(run),
          next: run.paused ? "It goes on from the same step." : "",
        }
      : endOf(run.end);
  return (
    <section
      className={classes("verdict", `verdict-${words.tone}`)}
      aria-label="Result"
      data-testid="verdict-bar"
      data-end={run.end?.kind ?? "running"}
    >
      <VerdictMark tone={words.tone} paused={run.paused} />
      <p className="verdict-text">
        <strong className={`tone-${words.tone}`}>{words.word}</strong>
        <span>
          {words.sentence} <span className="soft">{words.next}</span>
        </span>
      </p>
      <div className="verdict-actions">
        {run.end?.kind === "verified" && (
          <>
            <Artifacts run={run} />
            <Button icon={Send} testId="publish-open" onClick={onPublish}>
              Publish
            </Button>
          </>
        )}
        {onEvidence !== null && (
          <Button icon={FileSearch} testId="evidence-open" onClick={onEvidence}>
            Evidence
          </Button>
        )}
      </div>
    </section>
  );
}

export function VerdictMark({ tone, paused }: { readonly tone: Tone; readonly paused: boolean }) {
  return (
    <span className={classes("verdict-mark", `tone-${tone}`, tone === "accent" && !paused && "turning")} aria-hidden>
      {tone === "pass" && <Check size={20} strokeWidth={2.5} />}
      {tone === "fail" && <X size={20} strokeWidth={2.5} />}
      {tone === "unknown" && <span className="verdict-question">?</span>}
      {tone === "accent" && (paused ? <Pause size={18} /> : <LoaderCircle size={18} strokeWidth={2.25} />)}
    </span>
  );
}

function runningSentence(run: RunView): string {
  const attempt = run.attempts.length;
  if (attempt === 0) return "before the first attempt.";
  return `attempt ${attempt.toString()} of at most ${run.subject.budget.attempts.toString()}.`;
}
