/** What can be done where the dependencies are not there. Whatever it costs in trust is said before it is chosen. */
import { FileArchive, RotateCcw } from "lucide-react";
import { useRef } from "react";
import type { DependencyError } from "../../app/ports/index.ts";
import { useFixgate } from "../fixgate-context.tsx";
import { Button } from "../parts/button.tsx";
import { CopyText } from "../parts/text.tsx";

export function DependencyRemedies({ kind }: { readonly kind: DependencyError["kind"] }) {
  const fixgate = useFixgate();
  const archive = useRef<HTMLInputElement>(null);
  return (
    <div className="remedies" data-testid="deps-remedies">
      <div className="row row-wrap">
        <Button
          icon={RotateCcw}
          testId="deps-again"
          onClick={() => {
            fixgate.installDependencies("again");
          }}
        >
          Try again
        </Button>
        <Button
          icon={FileArchive}
          testId="deps-archive"
          aria-describedby="deps-archive-note"
          onClick={() => archive.current?.click()}
        >
          Use an archive
        </Button>
        {kind === "no-lockfile" && (
          <Button
            testId="deps-ranges"
            aria-describedby="deps-ranges-note"
            onClick={() => {
              fixgate.installDependencies("ranges");
            }}
          >
            Go on without a lockfile
          </Button>
        )}
        <input
          ref={archive}
          type="file"
          hidden
          accept=".pack"
          data-testid="deps-archive-input"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (file !== undefined) fixgate.useDependencyArchive(file);
          }}
        />
      </div>
      <p id="deps-archive-note" className="small soft">
        An archive holds the packages as they are installed on a machine of yours. In the repository’s folder:{" "}
        <CopyText text="npx fixgate pack-deps" kind="plain" />
      </p>
      {kind === "no-lockfile" && (
        <p id="deps-ranges-note" className="small soft">
          Without a lockfile, versions are picked today by the ranges in package.json. Another day can bring others, so results
          can’t be repeated.
        </p>
      )}
    </div>
  );
}
