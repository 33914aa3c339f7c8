/** From a verified run to its host: what will be sent, where to, as whom; then a branch or a draft, or why not and what to do. */
import { GitBranch, GitPullRequestDraft, X } from "lucide-react";
import { useState } from "react";
import type { Publication, PublishPlan } from "../../../app/fixgate.ts";
import type { RunView } from "../../../core/run/index.ts";
import { useAppState, useFixgate } from "../../fixgate-context.tsx";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { useAnswer } from "../../parts/hooks.ts";
import { Panel } from "../../parts/overlays.tsx";
import { Progress } from "../../parts/progress.tsx";
import { Disclosure, Message } from "../../parts/text.tsx";
import { Published } from "./published.tsx";
import { TokenForm } from "./token-form.tsx";
import "./publish.css";

export function PublishPanel({
  run,
  open,
  onOpenChange,
}: {
  readonly run: RunView;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Panel
      open={open}
      onOpenChange={onOpenChange}
      shape="drawer"
      title={`Publish ${run.subject.ticket.id}`}
      description="As a new branch, and as a draft pull request where the host is GitHub. Nothing is overwritten, and nothing is merged."
    >
      {open && <Publish run={run} />}
    </Panel>
  );
}

function Publish({ run }: { readonly run: RunView }) {
  const fixgate = useFixgate();
  const [address, setAddress] = useState(run.subject.repository.url);
  const [made, setMade] = useState(0);
  const planned = useAnswer(`${run.id} ${address}`, () => fixgate.planPublication(run.id, address)).value;
  const publications = useAnswer(`${run.id} ${String(made)}`, () => fixgate.publications(run.id)).value ?? [];
  const noCommit = run.subject.repository.commit === null;
  return (
    <div className="publish">
      {publications.map((one) => (
        <Published key={`${one.address} ${one.branch}`} publication={one} />
      ))}
      {!noCommit && (
        <TextField
          label="Repository"
          mono
          value={address}
          testId="publish-address"
          hint="Where the branch goes: the address it was opened from, or a fork of it that has the same base."
          onChange={(event) => {
            setAddress(event.target.value);
            fixgate.dismissPublishError();
          }}
        />
      )}
      {planned?.ok === false && (
        <Message tone="warning" testId="publish-impossible" advice={planned.error.advice}>
          {planned.error.message}
        </Message>
      )}
      {planned?.ok === true && (
        <PublishForm
          key={`${planned.value.kind} ${planned.value.host}`}
          run={run}
          plan={planned.value}
          current={planned.value.address === address}
          onPublished={() => {
            setMade((count) => count + 1);
          }}
        />
      )}
    </div>
  );
}

function PublishForm({
  run,
  plan,
  current,
  onPublished,
}: {
  readonly run: RunView;
  readonly plan: PublishPlan;
  /** False while the address was changed and what that means is not known yet: nothing goes to the old one then. */
  readonly current: boolean;
  readonly onPublished: (publication: Publication) => void;
}) {
  const fixgate = useFixgate();
  const publishing = useAppState((state) => (state.publishing?.run === run.id ? state.publishing : null));
  const token = useAppState((state) => state.tokens.find((one) => one.host === plan.host) ?? null);
  const author = useAppState((state) => state.settings.author);
  const [branch, setBranch] = useState(plan.branch);
  const [baseBranch, setBaseBranch] = useState(plan.baseBranch);
  const to = { address: plan.address, branch, baseBranch };
  const draft = plan.kind === "github";
  const busy = publishing?.progress ?? null;
  const needsToken = draft && token?.inMemory !== true;

  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault();
    void fixgate.publish(run.id, to).then((publication) => {
      if (publication !== null) onPublished(publication);
    });
  };

  return (
    <>
      <TokenForm key={plan.host} host={plan.host} scope={plan.scope} optional={!draft} />
      <form className="publish-form" onSubmit={submit} noValidate>
        <div className="publish-pair">
          <TextField
            label="New branch"
            mono
            value={branch}
            testId="publish-branch"
            onChange={(event) => {
              setBranch(event.target.value);
            }}
          />
          <TextField
            label="For the branch"
            mono
            value={baseBranch}
            placeholder="the default branch"
            testId="publish-base"
            onChange={(event) => {
              setBaseBranch(event.target.value);
            }}
          />
        </div>
        <div className="publish-pair">
          <TextField
            label="Author"
            value={author.name}
            testId="publish-author-name"
            onChange={(event) => void fixgate.updateSettings({ author: { ...author, name: event.target.value } })}
          />
          <TextField
            label="Email"
            value={author.email}
            testId="publish-author-email"
            hint="The commit is yours; a trailer names the receipt."
            onChange={(event) => void fixgate.updateSettings({ author: { ...author, email: event.target.value } })}
          />
        </div>
        <Disclosure summary={draft ? "The pull request’s text" : "The commit’s message"}>
          <pre className="publish-text" data-testid="publish-text">
            {draft ? `${plan.title}\n\n${plan.text}` : plan.text}
          </pre>
        </Disclosure>
        {publishing?.error != null && (
          <Message
            tone="error"
            alert
            testId="publish-error"
            title={TITLES[publishing.error.kind]}
            advice={publishing.error.advice}
            action={
              publishing.error.kind === "base-moved" ? (
                <Button testId="publish-new-base" onClick={() => void fixgate.runOnNewBase(run.id, to)}>
                  Put it on the new base
                </Button>
              ) : undefined
            }
          >
            {publishing.error.message}
          </Message>
        )}
        {busy !== null && (
          <div className="stack">
            <p className="soft" role="status">
              {busy.text}
            </p>
            <Progress label={busy.text} done={busy.done} total={busy.total} />
          </div>
        )}
        <div className="row publish-actions">
          <Button
            type="submit"
            tone="primary"
            icon={draft ? GitPullRequestDraft : GitBranch}
            testId="publish-submit"
            disabled={!current || busy !== null || needsToken || branch.trim() === ""}
          >
            {draft ? "Open a draft pull request" : "Push the branch"}
          </Button>
          {busy !== null && (
            <Button
              icon={X}
              testId="publish-cancel"
              onClick={() => {
                fixgate.cancelPublish();
              }}
            >
              Cancel
            </Button>
          )}
          {needsToken && busy === null && <span className="soft small">A token for {plan.host} is needed first.</span>}
        </div>
      </form>
    </>
  );
}

const TITLES = {
  unauthorised: "The host does not accept this",
  "token-scope": "The token may do too little",
  "no-permission": "You may not push there",
  "protected-branch": "The host protects this branch name",
  "base-moved": "The base has moved on",
  "branch-exists": "There is a branch of this name",
  "pull-request-exists": "There is a pull request already",
  "not-found": "No repository there",
  cors: "The host does not let this page push",
  unreachable: "The host could not be reached",
  "rate-limited": "The host’s limit is used up",
  rejected: "Not published",
} as const;
