import { Trash2 } from "lucide-react";
import type { RunSummary } from "../../app/fixgate.ts";
import { IconButton } from "../parts/button.tsx";
import { dateOf } from "../parts/words.ts";
import { hrefOf } from "../routing/route.ts";
import { endTone } from "../run/run-end.ts";
import "./history.css";

export function RunTable({
  runs,
  onRemove,
}: {
  readonly runs: readonly RunSummary[];
  readonly onRemove?: (run: RunSummary) => void;
}) {
  return (
    <div className="table-frame card">
      <table className="table run-table">
        <thead>
          <tr>
            <th scope="col">Ticket</th>
            <th scope="col">Repository</th>
            <th scope="col">Begun</th>
            <th scope="col">End</th>
            {onRemove !== undefined && (
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.run} data-testid={`run-${run.run}`}>
              <td>
                <a href={hrefOf({ screen: "run", run: run.run })} className="run-link">
                  <span className="mono">{run.ticket}</span> {run.title}
                </a>
              </td>
              <td className="soft">{run.repository}</td>
              <td className="soft nowrap">{dateOf(run.openedAt)}</td>
              <td className="nowrap">
                <EndWord end={run.end} />
              </td>
              {onRemove !== undefined && (
                <td className="number">
                  <IconButton
                    label={`Remove the run of ${run.ticket}`}
                    icon={Trash2}
                    onClick={() => {
                      onRemove(run);
                    }}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function EndWord({ end }: { readonly end: string | null }) {
  return (
    <span className={`outcome-word tone-${endTone(end)}`}>
      {end === null ? "running" : end === "over-budget" ? "over budget" : end}
    </span>
  );
}
