/** A run as it goes and as it ended: who wrote what, which gate decided what and why, and what can be taken home. */
import { Tabs } from "radix-ui";
import { useCallback, useMemo, useState } from "react";
import type { AttemptView, RunView } from "../../core/run/index.ts";
import type { Finding } from "../../core/verdict/index.ts";
import { ChangeView } from "../diff/change-view.tsx";
import { marksOf, type Reveal } from "../diff/mark.ts";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { isIntegrating } from "../integration/integrating.ts";
import { useAnswer, useMediaQuery } from "../parts/hooks.ts";
import { Empty, Message } from "../parts/text.tsx";
import { hrefOf } from "../routing/route.ts";
import { SourceDialog, type SourcePlace } from "../repository/source-dialog.tsx";
import { EvidenceDrawer } from "./evidence-drawer.tsx";
import { GatesColumn } from "./gates-column.tsx";
import { RolesColumn } from "./roles-column.tsx";
import { PublishPanel } from "./publish/publish-panel.tsx";
import { RunHead } from "./run-head.tsx";
import { Preparing } from "./preparing.tsx";
import { StreamPane } from "./stream-pane.tsx";
import { VerdictBar } from "./verdict-bar.tsx";
import "./run.css";

export function RunScreen({ run: wanted }: { readonly run: string }) {
  const run = useAppState((state) => state.run);
  const known = useAppState((state) => state.runs.some((summary) => summary.run === wanted));
  const running = useAppState((state) => state.running && !isIntegrating(state));
  if (running && run === null)
    return (
      <div className="page">
        <Preparing />
      </div>
    );
  if (running && run !== null && run.id !== wanted)
    return (
      <div className="page">
        <Empty title={`${run.subject.ticket.id} is under way`}>
          <p>
            Another run can be looked at when it has ended.{" "}
            <a href={hrefOf({ screen: "run", run: run.id })}>Show the one under way</a>.
          </p>
        </Empty>
      </div>
    );
  if (run?.id !== wanted)
    return (
      <div className="page">
        <Empty title={known ? "Reading the journal" : "No such run"}>
          {!known && (
            <p>This browser has no run by that name. Runs are kept where they were made; a receipt or a case book travels.</p>
          )}
        </Empty>
      </div>
    );
  return <OneRun key={run.id} run={run} />;
}

function OneRun({ run }: { readonly run: RunView }) {
  const wide = useMediaQuery("(min-width: 1000px)");
  const sandboxError = useAppState((state) => state.sandboxError);
  const [picked, setPicked] = useState<number | null>(null);
  const [evidenceOpen, setEvidenceOpen] = useState(false);
  const [publishOpen, setPublishOpen] = useState(false);
  const attempt = run.attempts.find((one) => one.number === picked) ?? run.attempts.at(-1) ?? null;

  return (
    <Tabs.Root
      className="run"
      value={attempt === null ? "" : attempt.number.toString()}
      onValueChange={(value) => {
        const number = Number(value);
        setPicked(number === run.attempts.at(-1)?.number ? null : number);
      }}
    >
      <RunHead run={run} />
      {sandboxError !== null && sandboxError.kind !== "cancelled" && (
        <div className="run-message">
          <Message tone="error" alert testId="sandbox-error" title="The suite can't run here" advice={sandboxError.advice}>
            {sandboxError.message}
          </Message>
        </div>
      )}
      {!wide && <Verdict run={run} attempt={attempt} onEvidence={setEvidenceOpen} onPublish={setPublishOpen} />}
      {attempt === null ? (
        <div className="run-waiting">
          <Empty title={run.end === null ? "The first attempt has not begun" : "No attempt was made"}>
            {run.step !== null && <p>{run.step.detail}</p>}
          </Empty>
        </div>
      ) : (
        <Tabs.Content value={attempt.number.toString()} className="run-attempt" tabIndex={-1}>
          <Attempt key={attempt.number} run={run} attempt={attempt} wide={wide} />
        </Tabs.Content>
      )}
      {wide && <Verdict run={run} attempt={attempt} onEvidence={setEvidenceOpen} onPublish={setPublishOpen} />}
      {run.end?.kind === "verified" && <PublishPanel run={run} open={publishOpen} onOpenChange={setPublishOpen} />}
      {attempt !== null && <EvidenceDrawer run={run} attempt={attempt} open={evidenceOpen} onOpenChange={setEvidenceOpen} />}
    </Tabs.Root>
  );
}

function Verdict({
  run,
  attempt,
  onEvidence,
  onPublish,
}: {
  readonly run: RunView;
  readonly attempt: AttemptView | null;
  readonly onEvidence: (open: boolean) => void;
  readonly onPublish: (open: boolean) => void;
}) {
  return (
    <VerdictBar
      run={run}
      onPublish={() => {
        onPublish(true);
      }}
      onEvidence={
        attempt === null
          ? null
          : () => {
              onEvidence(true);
            }
      }
    />
  );
}

function Attempt({ run, attempt, wide }: { readonly run: RunView; readonly attempt: AttemptView; readonly wide: boolean }) {
  const fixgate = useFixgate();
  const [tab, setTab] = useState("gates");
  const [reveal, setReveal] = useState<Reveal | null>(null);
  const [place, setPlace] = useState<SourcePlace | null>(null);
  const files = useAnswer(changeKey(run, attempt), () => fixgate.changes(run.id, attempt.number)).value ?? [];
  const marks = useMemo(() => marksOf(attempt), [attempt]);
  const paths = files.map((file) => file.path).join("\n");

  const onFinding = useCallback(
    (finding: Finding) => {
      const { path, line } = finding;
      if (path === undefined) return;
      if (line !== undefined && paths.split("\n").includes(path)) {
        setTab("change");
        setReveal((last) => ({ path, line, at: (last?.at ?? 0) + 1 }));
      } else setPlace({ path, line: line ?? null });
    },
    [paths],
  );

  const gates = <GatesColumn run={run} attempt={attempt} onFinding={onFinding} />;
  const change = (
    <>
      <StreamPane attempt={attempt} alone={files.length === 0} />
      {files.length > 0 && <ChangeView files={files} marks={marks} reveal={reveal} />}
      {files.length === 0 && attempt.outcome !== "running" && <Empty title="Nothing was changed in this attempt" />}
    </>
  );
  const roles = <RolesColumn run={run} attempt={attempt} />;

  return (
    <>
      {wide ? (
        <div className="run-columns">
          <section className="column column-roles" aria-label="Roles">
            {roles}
          </section>
          <section className="column column-change" aria-label="Change">
            {change}
          </section>
          <section className="column column-gates" aria-label="Gates">
            {gates}
          </section>
        </div>
      ) : (
        <Tabs.Root value={tab} onValueChange={setTab} className="run-tabs">
          <Tabs.List className="tab-list" aria-label="Parts of the attempt">
            <Tabs.Trigger value="gates">Gates</Tabs.Trigger>
            <Tabs.Trigger value="change">
              Change <span className="quiet">{files.length}</span>
            </Tabs.Trigger>
            <Tabs.Trigger value="roles">Roles</Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="gates" tabIndex={-1}>
            {gates}
          </Tabs.Content>
          <Tabs.Content value="change" tabIndex={-1}>
            {change}
          </Tabs.Content>
          <Tabs.Content value="roles" tabIndex={-1}>
            {roles}
          </Tabs.Content>
        </Tabs.Root>
      )}
      <SourceDialog
        place={place}
        onClose={() => {
          setPlace(null);
        }}
      />
    </>
  );
}

/** The change is asked for again when a role has written or ended, and when the attempt is kept. */
function changeKey(run: RunView, attempt: AttemptView): string {
  const written = (["fixer", "test-writer"] as const).map((role) => {
    const view = attempt.roles[role];
    return `${view.state} ${view.wrote.map((one) => `${one.path}+${one.added.toString()}-${one.removed.toString()}`).join(",")} ${view.result ?? ""}`;
  });
  return [run.id, attempt.number, ...written, attempt.evidence.length, attempt.record ?? ""].join("|");
}
