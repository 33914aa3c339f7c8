import { useState } from "react";
import type { RunSummary } from "../../app/fixgate.ts";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { Button } from "../parts/button.tsx";
import { Panel } from "../parts/overlays.tsx";
import { Empty } from "../parts/text.tsx";
import { countOf } from "../parts/words.ts";
import { RunTable } from "./run-table.tsx";

export function HistoryScreen() {
  const fixgate = useFixgate();
  const runs = useAppState((state) => state.runs);
  const [removing, setRemoving] = useState<RunSummary | null>(null);
  return (
    <div className="page">
      <header className="page-head">
        <h1>Runs</h1>
        <p className="soft">
          {runs.length === 0
            ? "Every run is kept in this browser: its journal, its evidence, what it exported."
            : `${countOf(runs.length, "run")}, kept in this browser: the journal, the evidence, what was exported.`}
        </p>
      </header>
      {runs.length === 0 ? (
        <Empty title="No run yet">Open a repository and pick a ticket.</Empty>
      ) : (
        <RunTable runs={runs} onRemove={setRemoving} />
      )}
      <Panel
        open={removing !== null}
        onOpenChange={(open) => {
          if (!open) setRemoving(null);
        }}
        shape="dialog"
        title="Remove this run"
        description={removing === null ? "" : `${removing.ticket}, ${removing.title}`}
      >
        <div className="stack">
          <p>Its journal and its exported files are deleted from this browser. This can’t be undone.</p>
          <div className="row">
            <Button
              tone="danger"
              testId="run-remove-confirm"
              onClick={() => {
                if (removing !== null) void fixgate.removeRun(removing.run);
                setRemoving(null);
              }}
            >
              Remove
            </Button>
            <Button
              onClick={() => {
                setRemoving(null);
              }}
            >
              Keep
            </Button>
          </div>
        </div>
      </Panel>
    </div>
  );
}
