import type { MutantReport, MutationReport } from "../../core/evidence/index.ts";
import { OutcomeMark } from "../parts/outcome.tsx";

const STATES: Readonly<Record<MutantReport["state"], string>> = {
  killed: "killed",
  survived: "survived",
  timeout: "timed out",
  "not-covered": "not covered",
  invalid: "invalid",
  "not-run": "not run",
};

export function Mutants({ report }: { readonly report: MutationReport }) {
  if (report.nothingToMutate) return <p className="soft">Nothing of the change can be altered: a deletion, a type.</p>;
  const counts = Object.entries(STATES)
    .map(([state, word]) => ({ word, count: report.mutants.filter((mutant) => mutant.state === state).length }))
    .filter(({ count }) => count > 0);
  const alive = report.mutants.filter((mutant) => mutant.state === "survived" || mutant.state === "not-covered");
  return (
    <div className="stack">
      <p className="soft">{counts.map(({ word, count }) => `${count.toString()} ${word}`).join(", ")}</p>
      <ul className="mutants">
        {alive.map((mutant) => (
          <li key={mutant.id} className="mutant">
            <p className="row row-wrap">
              <OutcomeMark outcome="fail" size={14} />
              <code>
                {mutant.place.path}:{mutant.place.line}
              </code>
              <span className="quiet small">
                {mutant.operator}, {STATES[mutant.state]}
                {mutant.onChangedToken ? "" : ", beside the change"}
              </span>
            </p>
            <pre className="mutant-before">{mutant.original}</pre>
            <pre className="mutant-after">{mutant.replacement}</pre>
            {mutant.witness !== undefined && (
              <p className="small">
                <code>{mutant.witness.call}</code> gives <code>{mutant.witness.candidate}</code>, altered{" "}
                <code>{mutant.witness.mutant}</code>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
