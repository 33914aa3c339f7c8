/**
 * "Check the checks": every gate against its own accept and refuse cases, and every kept attempt judged again with the
 * gates as they are now. A verdict that flipped is news about a gate, not about the attempt.
 */
import { Download, ListChecks, Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { CaseBookReport } from "../../app/fixgate.ts";
import { GATE_IDS } from "../../core/gate/gate.ts";
import { useFixgate } from "../fixgate-context.tsx";
import { Button } from "../parts/button.tsx";
import { download } from "../parts/hooks.ts";
import { OutcomeMark, OutcomeWord } from "../parts/outcome.tsx";
import { Message } from "../parts/text.tsx";
import { countOf, durationOf, gateName } from "../parts/words.ts";
import "./checks.css";

type Running =
  | { readonly kind: "idle" }
  | { readonly kind: "running" }
  | { readonly kind: "done"; readonly report: CaseBookReport }
  | { readonly kind: "failed" };

export function ChecksScreen() {
  const fixgate = useFixgate();
  const [state, setState] = useState<Running>({ kind: "idle" });
  const [imported, setImported] = useState<{ readonly added: number; readonly refused: readonly string[] } | null>(null);
  const picker = useRef<HTMLInputElement>(null);

  const check = () => {
    setState({ kind: "running" });
    fixgate.checkTheChecks().then(
      (report) => {
        setState({ kind: "done", report });
      },
      () => {
        setState({ kind: "failed" });
      },
    );
  };

  return (
    <div className="page">
      <header className="page-head">
        <h1>Check the checks</h1>
        <p className="soft">
          Every gate has examples that it must accept and examples that it must refuse. Here they are judged, and with them every
          attempt that this browser has kept.
        </p>
      </header>
      <div className="row row-wrap">
        <Button tone="primary" icon={ListChecks} testId="checks-run" disabled={state.kind === "running"} onClick={check}>
          {state.kind === "running" ? "Judging" : "Check the checks"}
        </Button>
        <span className="grow" />
        <Button
          icon={Download}
          testId="checks-export"
          onClick={() => {
            void fixgate.exportCaseBook().then((blob) => {
              download("fixgate-case-book.json", blob);
            });
          }}
        >
          Export the case book
        </Button>
        <Button icon={Upload} testId="checks-import" onClick={() => picker.current?.click()}>
          Import
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".json,application/json"
          data-testid="checks-import-input"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (file !== undefined) void fixgate.importCaseBook(file).then(setImported);
          }}
        />
      </div>
      {imported !== null && (
        <Message
          tone={imported.refused.length > 0 ? "warning" : "info"}
          testId="checks-imported"
          title={`${countOf(imported.added, "attempt")} added`}
        >
          {imported.refused.length === 0 ? "Nothing was refused." : `Refused: ${imported.refused.join(" ")}`}
        </Message>
      )}
      {state.kind === "failed" && (
        <Message tone="error" alert>
          The check itself broke off. That is a bug of this program; the attempts are untouched.
        </Message>
      )}
      {state.kind === "done" && <Report report={state.report} />}
    </div>
  );
}

function Report({ report }: { readonly report: CaseBookReport }) {
  const missed = report.selfChecks.filter((check) => !check.held);
  return (
    <>
      <section className="section" aria-labelledby="book" aria-live="polite" data-testid="checks-report">
        <h2 id="book">Case book</h2>
        <p>
          {countOf(report.attempts, "attempt")} judged again in {durationOf(report.tookMs)}.{" "}
          {report.flipped.length === 0 ? "No verdict flipped." : `${countOf(report.flipped.length, "verdict")} flipped.`}
        </p>
        {report.flipped.length > 0 && (
          <div className="table-frame card">
            <table className="table checks-table">
              <thead>
                <tr>
                  <th scope="col">Attempt</th>
                  <th scope="col">Gate</th>
                  <th scope="col">Was</th>
                  <th scope="col">Is now</th>
                </tr>
              </thead>
              <tbody>
                {report.flipped.map((flip, index) => (
                  <tr key={index}>
                    <td className="mono">{flip.record}</td>
                    <td>{gateName(flip.gate)}</td>
                    <td>
                      <OutcomeWord outcome={flip.was} />
                    </td>
                    <td>
                      <OutcomeWord outcome={flip.is} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      <section className="section" aria-labelledby="cases">
        <h2 id="cases">The gates’ own cases</h2>
        <p data-testid="checks-held">
          {report.selfChecks.length - missed.length} of {countOf(report.selfChecks.length, "case")} held.
        </p>
        {missed.length > 0 && (
          <ul className="stack">
            {missed.map((check, index) => (
              <li key={index}>
                <Message tone="error" title={`${gateName(check.gate)}, ${check.rule}`}>
                  {check.title}: should have been {check.expects === "accept" ? "accepted" : "refused"}, and was not.
                </Message>
              </li>
            ))}
          </ul>
        )}
        <div className="table-frame card">
          <table className="table checks-table">
            <thead>
              <tr>
                <th scope="col">Gate</th>
                <th scope="col" className="number">
                  Accepts
                </th>
                <th scope="col" className="number">
                  Refuses
                </th>
                <th scope="col">Held</th>
              </tr>
            </thead>
            <tbody>
              {GATE_IDS.map((gate) => {
                const own = report.selfChecks.filter((check) => check.gate === gate);
                const held = own.filter((check) => check.held).length;
                const outcome = own.length === 0 ? "unknown" : held === own.length ? "pass" : "fail";
                return (
                  <tr key={gate} data-testid={`check-${gate}`} data-outcome={outcome}>
                    <td>{gateName(gate)}</td>
                    <td className="number">{score(own, "accept")}</td>
                    <td className="number">{score(own, "refuse")}</td>
                    <td>
                      <span className="row">
                        <OutcomeMark outcome={outcome} />
                        {own.length === 0 ? "no cases" : `${held.toString()} of ${own.length.toString()}`}
                      </span>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}

function score(checks: CaseBookReport["selfChecks"], expects: "accept" | "refuse"): string {
  const own = checks.filter((check) => check.expects === expects);
  return own.length === 0 ? "–" : `${own.filter((check) => check.held).length.toString()} of ${own.length.toString()}`;
}
