/** What the verdicts rest on, and what was not checked: each with the tree it was measured on and its digest. */
import type { ReactNode } from "react";
import type { AttemptRecord, AttemptView, RunView } from "../../core/run/index.ts";
import { useFixgate } from "../fixgate-context.tsx";
import { useAnswer } from "../parts/hooks.ts";
import { Panel } from "../parts/overlays.tsx";
import { CopyText } from "../parts/text.tsx";
import { dateOf, durationOf } from "../parts/words.ts";
import { changedTheirMind, notesOf, unsupportedOf } from "./evidence-facts.ts";
import { Mutants } from "./mutants.tsx";

const PIECES: Readonly<Record<string, string>> = {
  inspection: "inspection of the diff",
  baseline: "suite on base",
  baseWithTests: "suite on base + tests",
  candidate: "suite on candidate",
  typecheckBase: "typecheck on base",
  typecheckBaseWithTests: "typecheck on base + tests",
  typecheckCandidate: "typecheck on candidate",
  mutation: "mutants",
  ablation: "ablation",
  acceptance: "acceptance statements",
  format: "format",
  review: "review",
  export: "export",
};

export function EvidenceDrawer({
  run,
  attempt,
  open,
  onOpenChange,
}: {
  readonly run: RunView;
  readonly attempt: AttemptView;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Panel
      open={open}
      onOpenChange={onOpenChange}
      shape="drawer"
      title={`Evidence, attempt ${attempt.number.toString()}`}
      description="What the verdicts rest on. Each piece names the tree that it was measured on and its digest."
    >
      {open && <Evidence run={run} attempt={attempt} />}
    </Panel>
  );
}

function Evidence({ run, attempt }: { readonly run: RunView; readonly attempt: AttemptView }) {
  const fixgate = useFixgate();
  const answer = useAnswer(`${run.id} ${attempt.number.toString()} ${attempt.record ?? ""}`, async () => ({
    record: await fixgate.record(run.id, attempt.number),
  }));
  const record = answer.value?.record ?? null;
  const { sandbox, models } = run.subject;
  return (
    <div className="evidence">
      <Part title="Pieces">
        {attempt.evidence.length === 0 ? (
          <p className="soft">None was gathered.</p>
        ) : (
          <div className="evidence-scroll">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">What</th>
                  <th scope="col">On tree</th>
                  <th scope="col">Digest</th>
                  <th scope="col" className="number">
                    Took
                  </th>
                </tr>
              </thead>
              <tbody>
                {attempt.evidence.map((piece, index) => (
                  <tr key={index}>
                    <td>{PIECES[piece.piece] ?? piece.piece}</td>
                    <td>
                      <CopyText text={piece.on} kind="oid" />
                    </td>
                    <td>
                      <CopyText text={piece.digest} kind="digest" />
                    </td>
                    <td className="number">{durationOf(piece.tookMs)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Part>
      {record !== null && <FromRecord record={record} />}
      {answer.value !== null && record === null && <p className="soft">The attempt's record is written when the attempt ends.</p>}
      <Part title="Measured with">
        <dl className="pairs">
          <Pair name="sandbox">
            {sandbox.kind}, {sandbox.engine}, Vitest {sandbox.vitest}, TypeScript {sandbox.typescript}
          </Pair>
          {(["fixer", "test-writer", "reviewer"] as const).map((role) => (
            <Pair key={role} name={role}>
              {models[role].backend}, {models[role].model} {models[role].version}
            </Pair>
          ))}
          <Pair name="run">
            <CopyText text={run.id} kind="plain" /> begun {dateOf(run.openedAt)}
          </Pair>
        </dl>
      </Part>
    </div>
  );
}

function FromRecord({ record }: { readonly record: AttemptRecord }) {
  const { evidence } = record;
  const { base, baseWithTests, fix, candidate } = evidence.snapshots;
  const unsupported = unsupportedOf(evidence);
  const notes = notesOf(evidence);
  const minds = changedTheirMind(evidence);
  return (
    <>
      <Part title="Snapshots">
        <dl className="pairs">
          {(
            [
              ["base", base],
              ["base + tests", baseWithTests],
              ["base + fix", fix],
              ["candidate", candidate],
            ] as const
          ).map(([name, oid]) => (
            <Pair key={name} name={name}>
              <CopyText text={oid} kind="oid" />
            </Pair>
          ))}
        </dl>
      </Part>
      {evidence.mutation !== undefined && (
        <Part title="Mutants of the changed lines">
          <Mutants report={evidence.mutation.value} />
        </Part>
      )}
      <Part title="Not checked">
        {evidence.missing.length === 0 && unsupported.length === 0 ? (
          <p className="soft">Nothing was left out.</p>
        ) : (
          <ul className="evidence-list">
            {evidence.missing.map((missing, index) => (
              <li key={`missing-${index.toString()}`}>
                <strong>{PIECES[missing.piece] ?? missing.piece}</strong> {missing.reason}
              </li>
            ))}
            {unsupported.map((one, index) => (
              <li key={`unsupported-${index.toString()}`}>
                <strong>{one.what}</strong>
                {one.path !== undefined && <code> {one.path}</code>} {one.advice}
                {one.affects && <span className="tone-unknown"> It could change a result, so no verdict on it may pass.</span>}
              </li>
            ))}
          </ul>
        )}
      </Part>
      {minds.length > 0 && (
        <Part title="Quarantined: changed their mind on the same tree">
          <p className="soft">A test in quarantine can neither prove nor block.</p>
          <ul className="evidence-list">
            {minds.map((mind) => (
              <li key={mind.id}>
                {mind.id.split(" > ").join(" › ")} <span className="quiet">{mind.states.join(", ")}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {notes.length > 0 && (
        <Part title="Notes">
          <ul className="evidence-list">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Pair({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
