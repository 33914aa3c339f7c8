import type { OpenProgress } from "../../app/ports/index.ts";
import { useFixgate } from "../fixgate-context.tsx";
import { Button } from "../parts/button.tsx";
import { Progress } from "../parts/progress.tsx";

const PHASES: Readonly<Record<OpenProgress["phase"], string>> = {
  connecting: "Connecting",
  receiving: "Receiving",
  resolving: "Resolving",
  checking: "Checking every object against its id",
};

export function OpeningPanel({ url, progress }: { readonly url: string; readonly progress: OpenProgress }) {
  const fixgate = useFixgate();
  const counted =
    progress.total === null
      ? progress.done > 0
        ? progress.done.toLocaleString("en")
        : ""
      : `${progress.done.toLocaleString("en")} of ${progress.total.toLocaleString("en")}`;
  return (
    <div className="card opening" data-testid="opening">
      <div className="row">
        <div className="grow">
          <p className="truncate mono">{url}</p>
          <p className="soft">
            {PHASES[progress.phase]}
            {counted === "" ? "" : `, ${counted}`}
            {progress.text === "" ? "" : `. ${progress.text}`}
          </p>
        </div>
        <Button
          testId="open-cancel"
          onClick={() => {
            fixgate.cancelOpen();
          }}
        >
          Cancel
        </Button>
      </div>
      <Progress label={PHASES[progress.phase]} done={progress.done} total={progress.total} />
    </div>
  );
}
