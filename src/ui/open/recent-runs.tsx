import { useAppState } from "../fixgate-context.tsx";
import { RunTable } from "../history/run-table.tsx";
import { hrefOf } from "../routing/route.ts";

export function RecentRuns() {
  const runs = useAppState((state) => state.runs);
  if (runs.length === 0) return null;
  return (
    <section className="section" aria-labelledby="recent">
      <div className="row">
        <h2 id="recent" className="grow">
          Recent runs
        </h2>
        {runs.length > 5 && <a href={hrefOf({ screen: "history" })}>All {runs.length}</a>}
      </div>
      <RunTable runs={runs.slice(0, 5)} />
    </section>
  );
}
