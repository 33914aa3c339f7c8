import { Pause, Play, RotateCcw, X } from "lucide-react";
import { Tabs } from "radix-ui";
import { useState } from "react";
import type { RunStep, RunView } from "../../core/run/index.ts";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { Button } from "../parts/button.tsx";
import { useNow } from "../parts/hooks.ts";
import { Progress } from "../parts/progress.tsx";
import { Place } from "../parts/text.tsx";
import { countOf, durationOf } from "../parts/words.ts";
import { startBlockedBy } from "../repository/can-start.ts";
import { SourceDialog, type SourcePlace } from "../repository/source-dialog.tsx";

const STEPS: Readonly<Record<RunStep, string>> = {
  "opening-sandbox": "opening the sandbox",
  baseline: "running the suite before any change",
  fixing: "fixer at work",
  "writing-test": "test-writer at work",
  "running-tests": "running tests",
  typechecking: "checking types",
  mutating: "altering the changed lines",
  ablating: "leaving out one hunk at a time",
  reviewing: "reviewer at work",
  exporting: "applying the exported patch to a fresh base",
  judging: "judging",
};

export function RunHead({ run }: { readonly run: RunView }) {
  const fixgate = useFixgate();
  const running = useAppState((state) => state.running && run.end === null && state.run?.id === run.id);
  const open = useAppState((state) => (state.repository.kind === "open" ? state.repository.repository.snapshot.oid : null));
  const blocked = useAppState(startBlockedBy);
  const [place, setPlace] = useState<SourcePlace | null>(null);
  const { ticket } = run.subject;
  return (
    <header className="run-head">
      <div className="run-title">
        <span className="mono ticket-id">{ticket.id}</span>
        <h1>{ticket.title}</h1>
        {ticket.file !== undefined && (
          <Place
            path={ticket.file}
            line={ticket.line}
            onOpen={
              open === run.subject.base
                ? () => {
                    if (ticket.file !== undefined) setPlace({ path: ticket.file, line: ticket.line ?? null });
                  }
                : undefined
            }
          />
        )}
      </div>
      <div className="run-line">
        {run.attempts.length > 0 && (
          <Tabs.List className="attempt-list" aria-label="Attempts">
            <span className="quiet" aria-hidden>
              attempt
            </span>
            {run.attempts.map((attempt) => (
              <Tabs.Trigger
                key={attempt.number}
                value={attempt.number.toString()}
                data-testid={`attempt-${attempt.number.toString()}`}
                aria-label={`Attempt ${attempt.number.toString()}, ${attemptWord(run, attempt.outcome)}`}
              >
                {attempt.number}
                <span className={{ running: "tone-accent", verified: "tone-pass", refused: "tone-fail" }[attempt.outcome]}>
                  {attemptWord(run, attempt.outcome)}
                </span>
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        )}
        <span className="grow" />
        {running && (
          <div className="row">
            {run.paused ? (
              <Button
                icon={Play}
                testId="run-resume"
                onClick={() => {
                  fixgate.resumeRun();
                }}
              >
                Resume
              </Button>
            ) : (
              <Button
                icon={Pause}
                testId="run-pause"
                onClick={() => {
                  fixgate.pauseRun();
                }}
              >
                Pause
              </Button>
            )}
            <Button
              icon={X}
              testId="run-cancel"
              onClick={() => {
                fixgate.cancelRun();
              }}
            >
              Cancel
            </Button>
          </div>
        )}
        {!running && run.end !== null && open === run.subject.base && (
          <Button icon={RotateCcw} testId="run-again" disabled={blocked !== null} onClick={() => void fixgate.startRun(ticket.id)}>
            Run again
          </Button>
        )}
      </div>
      {running && <StepLine run={run} />}
      <SourceDialog
        place={place}
        onClose={() => {
          setPlace(null);
        }}
      />
    </header>
  );
}

function attemptWord(run: RunView, outcome: "running" | "verified" | "refused"): string {
  return outcome === "running" && run.end !== null ? "cut short" : outcome;
}

function StepLine({ run }: { readonly run: RunView }) {
  const suite = useAppState((state) => state.suiteProgress);
  const model = useAppState((state) => state.models.model);
  const reviewer = useAppState((state) => state.models.reviewerModel);
  const now = useNow(!run.paused);
  if (run.step === null) return null;
  const loading = model.kind === "loading" ? model.progress : reviewer.kind === "loading" ? reviewer.progress : null;
  const since = now - run.step.since;
  return (
    <div className="step-line" data-testid="step" data-step={run.step.step}>
      <p className="soft">
        <span className="step-word">{run.paused ? "paused" : STEPS[run.step.step]}</span>
        {run.step.detail !== "" && <span>{run.step.detail}</span>}
        {suite !== null && (
          <span>
            {suite.filesDone} of {countOf(suite.filesTotal, "file")}, {suite.testsPassed} passed, {suite.testsFailed} failed
          </span>
        )}
        {loading !== null && (
          <span>
            {loading.text === ""
              ? { fetch: "fetching the model", load: "loading the model", compile: "compiling shaders" }[loading.phase]
              : loading.text}
          </span>
        )}
        {since >= 1000 && <span className="quiet">{durationOf(since)}</span>}
      </p>
      {!run.paused && (
        <Progress
          label={STEPS[run.step.step]}
          done={loading !== null ? loading.fraction : (suite?.filesDone ?? 0)}
          total={loading !== null ? 1 : suite !== null && suite.filesTotal > 0 ? suite.filesTotal : null}
        />
      )}
    </div>
  );
}
