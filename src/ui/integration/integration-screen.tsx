/** Several tickets: each run by itself, then put together on one tree, where the whole suite decides about all of them. */
import { Layers } from "lucide-react";
import type { AppState, RepositoryState } from "../../app/fixgate.ts";
import { useAppState } from "../fixgate-context.tsx";
import { Button, classes } from "../parts/button.tsx";
import { Progress } from "../parts/progress.tsx";
import { Empty } from "../parts/text.tsx";
import { countOf } from "../parts/words.ts";
import { startBlockedBy } from "../repository/can-start.ts";
import { hrefOf } from "../routing/route.ts";
import { useBatch } from "./batch.tsx";
import { isIntegrating } from "./integrating.ts";
import { CancelButton, IntegrationResult } from "./integration-result.tsx";
import { TicketLink } from "./ticket-link.tsx";
import { TicketPicker } from "./ticket-picker.tsx";
import "./integration.css";

export function IntegrationScreen() {
  const repository = useAppState((state) => state.repository);
  if (repository.kind !== "open")
    return (
      <div className="page">
        <Empty title="No repository is open">
          <p>
            Several tickets are run on one repository. <a href={hrefOf({ screen: "open" })}>Open one</a>.
          </p>
        </Empty>
      </div>
    );
  return <Several repository={repository} />;
}

function Several({ repository }: { readonly repository: Extract<RepositoryState, { kind: "open" }> }) {
  const view = useAppState((state) => (ofThisRepository(state) ? state.integration : null));
  const running = useAppState(isIntegrating);
  const { integrating } = useBatch();
  return (
    <div className="several">
      <header className="page-head">
        <h1>Several tickets</h1>
        <p className="soft">
          What is green by itself can be red together. All that have a green test of their own are laid on one tree, and its whole
          suite decides. Where it stays red, tickets are left out until the others are green; none without saying so.
        </p>
      </header>
      <div className="several-panes">
        <TicketPicker repository={repository} />
        <section
          className={classes("card several-pane", (view !== null || integrating) && "several-first")}
          aria-labelledby="together"
        >
          <PutTogether again={view?.end != null} />
          {view !== null ? (
            <IntegrationResult view={view} running={running} />
          ) : integrating ? (
            <div className="several-text stack" data-testid="integration-progress">
              <div className="row">
                <p className="grow soft">The kept changes are being read.</p>
                <CancelButton />
              </div>
              <Progress label="The kept changes are being read" done={0} total={null} />
            </div>
          ) : (
            <Empty title="Nothing put together yet" />
          )}
        </section>
      </div>
    </div>
  );
}

/** Once there is a result, what can be taken from it is the first thing to do. */
function PutTogether({ again }: { readonly again: boolean }) {
  const { integrate, integrating, queue } = useBatch();
  const converged = useAppState((state) => state.converged);
  const blocked = useAppState(startBlockedBy);
  const busy = queue.size > 0 ? "The selected tickets are still being run." : blocked;
  const few = converged.length < 2 ? "Two tickets with a green test of their own are needed." : null;
  return (
    <header className="several-head">
      <div className="row">
        <h2 id="together" className="grow">
          Put together
        </h2>
        <Button
          tone={again ? "plain" : "primary"}
          icon={Layers}
          testId="integration-start"
          disabled={few !== null || busy !== null || integrating}
          aria-describedby="integration-note"
          onClick={integrate}
        >
          {again ? "Put together again" : "Put together"}
        </Button>
      </div>
      <p className="small soft several-converged" data-testid="converged" data-tickets={converged.join(",")}>
        {converged.length === 0
          ? "No ticket has converged yet: in scope, with a new test that fails without the fix and passes with it."
          : `${countOf(converged.length, "ticket")} converged, with a new test that fails without the fix and passes with it:`}
        {converged.map((ticket) => (
          <TicketLink key={ticket} ticket={ticket} />
        ))}
      </p>
      <p id="integration-note" className="small quiet">
        {few ?? busy}
      </p>
    </header>
  );
}

/** One that is left from another repository has nothing to say about this one's tickets. */
function ofThisRepository({ repository, integration }: AppState): boolean {
  if (repository.kind !== "open" || integration === null) return false;
  const here = new Set(repository.tickets.map(({ ticket }) => ticket.id));
  return integration.tickets.every((ticket) => here.has(ticket));
}
