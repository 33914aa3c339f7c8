/** Findings under a verdict: what decides first, the failing values in sight, the place a click away. */
import { useState, type ReactNode } from "react";
import type { Finding } from "../../core/verdict/index.ts";
import { Place } from "../parts/text.tsx";
import { countOf } from "../parts/words.ts";

/** A bulk rewrite can leave hundreds: the first ones say what is wrong. */
const SHOWN = 8;

export function Findings({
  findings,
  onFinding,
  aside,
}: {
  readonly findings: readonly Finding[];
  readonly onFinding: (finding: Finding) => void;
  /** What a screen knows about a finding beyond it. */
  readonly aside?: (finding: Finding) => ReactNode;
}) {
  const [all, setAll] = useState(false);
  const sorted = [...findings].sort((a, b) => Number(a.severity === "note") - Number(b.severity === "note"));
  const shown = all ? sorted : sorted.slice(0, SHOWN);
  return (
    <>
      <ul className="findings">
        {shown.map((finding, index) => (
          <FindingItem key={index} finding={finding} onFinding={onFinding} aside={aside?.(finding)} />
        ))}
      </ul>
      {sorted.length > shown.length && (
        <button
          type="button"
          className="link small"
          onClick={() => {
            setAll(true);
          }}
        >
          {countOf(sorted.length - shown.length, "more finding")}
        </button>
      )}
    </>
  );
}

function FindingItem({
  finding,
  onFinding,
  aside,
}: {
  readonly finding: Finding;
  readonly onFinding: (finding: Finding) => void;
  readonly aside: ReactNode;
}) {
  return (
    <li className={`finding finding-${finding.severity}`} data-testid="finding" data-rule={finding.rule}>
      {finding.test !== undefined && <p className="finding-test">{finding.test.split(" > ").join(" › ")}</p>}
      <p>{finding.message}</p>
      {(finding.expected !== undefined || finding.received !== undefined) && (
        <dl className="finding-values">
          {finding.expected !== undefined && (
            <div>
              <dt>expected</dt>
              <dd className="mono">{finding.expected}</dd>
            </div>
          )}
          {finding.received !== undefined && (
            <div>
              <dt>received</dt>
              <dd className="mono">{finding.received}</dd>
            </div>
          )}
        </dl>
      )}
      <p className="finding-foot small quiet">
        {finding.path !== undefined && (
          <Place
            path={finding.path}
            line={finding.line}
            onOpen={() => {
              onFinding(finding);
            }}
          />
        )}
        <span>
          {finding.severity === "note" ? "note, does not decide, " : ""}
          {finding.rule}
        </span>
        {aside}
      </p>
    </li>
  );
}
