import { useState } from "react";
import type { DependencyState, RepositoryState } from "../../app/fixgate.ts";
import type { RepoPath } from "../../core/snapshot/index.ts";
import { useFixgate } from "../fixgate-context.tsx";
import { SelectField } from "../parts/field.tsx";
import { Panel } from "../parts/overlays.tsx";
import { Progress } from "../parts/progress.tsx";
import { CopyText, Disclosure, Message } from "../parts/text.tsx";
import { bytesOf, countOf } from "../parts/words.ts";
import { DependencyRemedies } from "./dependency-remedies.tsx";
import { FileList } from "./file-list.tsx";
import type { SourcePlace } from "./source-dialog.tsx";

type Open = Extract<RepositoryState, { kind: "open" }>;

export function RepositorySummary({
  repository,
  onPlace,
}: {
  readonly repository: Open;
  readonly onPlace: (place: SourcePlace) => void;
}) {
  const fixgate = useFixgate();
  const [listing, setListing] = useState(false);
  const { repository: opened, dependencies, packages, packageRoot } = repository;
  return (
    <section className="repository-summary" aria-label="Repository">
      <dl className="facts">
        <div>
          <dt>Repository</dt>
          <dd className="truncate" title={opened.url}>
            {opened.source}
          </dd>
        </div>
        <div>
          <dt>{opened.commit === null ? "Tree" : "Commit"}</dt>
          <dd>
            <CopyText text={opened.commit ?? opened.snapshot.oid} kind="oid" />
            {opened.ref !== null && <span className="soft"> {opened.ref}</span>}
          </dd>
        </div>
        <div>
          <dt>Files</dt>
          <dd>
            <button
              type="button"
              className="link"
              data-testid="file-list"
              onClick={() => {
                setListing(true);
              }}
            >
              {opened.snapshot.entries.length.toLocaleString("en")}
            </button>
          </dd>
        </div>
        <div className="fact-wide">
          <dt>Dependencies</dt>
          <dd data-testid="dependencies" data-kind={dependencies.kind}>
            <DependencyLine state={dependencies} />
          </dd>
        </div>
        {opened.rateLimit !== undefined && (
          <div>
            <dt>Host's limit</dt>
            <dd data-testid="rate-limit">
              {countOf(opened.rateLimit.remaining, "call")} left until{" "}
              {new Date(opened.rateLimit.resetsAt).toLocaleTimeString("en-GB", { timeStyle: "short" })}
            </dd>
          </div>
        )}
      </dl>
      {packages.length > 1 && (
        <SelectField
          label="Package"
          className="package-picker"
          value={packageRoot}
          testId="package-picker"
          onChange={(event) => void fixgate.selectPackage(event.target.value as RepoPath | "")}
        >
          {packages.map((one) => (
            <option key={one.root} value={one.root}>
              {one.name} {one.root === "" ? "(root)" : `(${one.root})`}
            </option>
          ))}
        </SelectField>
      )}
      {opened.warnings.length > 0 && (
        <Disclosure
          summary={<span className="tone-unknown">{countOf(opened.warnings.length, "thing")} to know about this repository</span>}
          open={opened.warnings.length < 3}
        >
          <ul className="plain-list">
            {opened.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      {dependencies.kind === "failed" && dependencies.error.kind !== "cancelled" && (
        <Message
          tone="error"
          alert
          testId="dependency-error"
          title="The dependencies are not there"
          advice={dependencies.error.advice}
        >
          {dependencies.error.message}
        </Message>
      )}
      {dependencies.kind === "failed" && <DependencyRemedies kind={dependencies.error.kind} />}
      <Panel
        open={listing}
        onOpenChange={setListing}
        shape="drawer"
        title="Files"
        description={`${opened.source}, as opened. To be read only.`}
      >
        <FileList
          snapshot={opened.snapshot}
          onOpen={(path) => {
            setListing(false);
            onPlace({ path, line: null });
          }}
        />
      </Panel>
    </section>
  );
}

function DependencyLine({ state }: { readonly state: DependencyState }) {
  switch (state.kind) {
    case "waiting":
      return <span className="soft">waiting</span>;
    case "installing": {
      const { packagesDone, packagesTotal, bytes } = state.progress;
      return (
        <span className="dependency-progress">
          <span>
            {packagesDone.toLocaleString("en")} of {countOf(packagesTotal, "package")}, {bytesOf(bytes)}
          </span>
          <Progress label="Dependencies" done={packagesDone} total={packagesTotal === 0 ? null : packagesTotal} />
        </span>
      );
    }
    case "ready": {
      const { packages, leftOut, scriptsNotRun, source } = state.dependencies;
      const asides = [
        leftOut.length > 0 ? `${leftOut.length.toString()} left out` : null,
        scriptsNotRun.length > 0 ? `${countOf(scriptsNotRun.length, "install script")} not run` : null,
      ].filter((part) => part !== null);
      return (
        <span
          title={[
            ...leftOut.map((one) => `${one.name}: ${one.reason}`),
            ...scriptsNotRun.map((name) => `${name}: install script not run`),
          ].join("\n")}
        >
          {source.kind === "none" ? "none needed" : `${countOf(packages.length, "package")}, ${bytesOf(state.bytes)}`}
          {source.kind !== "none" && <span className="soft"> from {source.name}</span>}
          {asides.length > 0 && <span className="soft">; {asides.join(", ")}</span>}
          {source.kind === "no-lockfile" && <span className="tone-unknown">; picked by ranges, can’t be repeated</span>}
        </span>
      );
    }
    case "failed":
      return <span className="tone-fail">{state.error.kind === "cancelled" ? "cancelled" : "failed"}</span>;
  }
}
