/** Between "Run" and the first event of the journal: dependencies waited for, a model loaded. It shows how far, and can be cancelled. */
import type { ModelState } from "../../app/fixgate.ts";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { Button } from "../parts/button.tsx";
import { Progress } from "../parts/progress.tsx";

const PHASES = {
  fetch: "1 of 3, fetching the weights",
  load: "2 of 3, loading them",
  compile: "3 of 3, compiling shaders",
} as const;

export function Preparing() {
  const fixgate = useFixgate();
  const models = useAppState((state) => state.models);
  const loading = loadingOf(models.model) ?? loadingOf(models.reviewerModel);
  return (
    <div className="card preparing" data-testid="preparing">
      <div className="row">
        <p className="grow">
          <strong>Preparing the run.</strong>{" "}
          <span className="soft">
            {loading === null ? "Sandbox and models are being made ready." : `${PHASES[loading.phase]}. ${loading.text}`}
          </span>
        </p>
        <Button
          testId="run-cancel"
          onClick={() => {
            fixgate.cancelRun();
          }}
        >
          Cancel
        </Button>
      </div>
      <Progress label="Preparing the run" done={loading?.fraction ?? 0} total={loading === null ? null : 1} />
    </div>
  );
}

function loadingOf(state: ModelState) {
  return state.kind === "loading" ? state.progress : null;
}
