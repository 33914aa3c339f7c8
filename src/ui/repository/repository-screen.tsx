/** What was opened, and what it asks for: tickets on the left, the one picked on the right. */
import { Layers, Plus } from "lucide-react";
import { useState } from "react";
import type { RepositoryState } from "../../app/fixgate.ts";
import { useAppState } from "../fixgate-context.tsx";
import { Button } from "../parts/button.tsx";
import { Panel } from "../parts/overlays.tsx";
import { Empty, Message } from "../parts/text.tsx";
import { hrefOf, navigate } from "../routing/route.ts";
import { RepositorySummary } from "./repository-summary.tsx";
import { SourceDialog, type SourcePlace } from "./source-dialog.tsx";
import { TicketDetail } from "./ticket-detail.tsx";
import { TicketForm } from "./ticket-form.tsx";
import { TicketList } from "./ticket-list.tsx";
import "./repository.css";

export function RepositoryScreen({ ticket }: { readonly ticket: string | null }) {
  const repository = useAppState((state) => state.repository);
  if (repository.kind !== "open")
    return (
      <div className="page">
        <Empty title={repository.kind === "opening" ? "The repository is being opened" : "No repository is open"}>
          <p>A reload forgets the files of a repository, never the runs on it.</p>
          <p style={{ marginTop: 12 }}>
            <Button
              tone="primary"
              onClick={() => {
                navigate({ screen: "open" });
              }}
            >
              Open a repository
            </Button>
          </p>
        </Empty>
      </div>
    );
  return <OpenRepository repository={repository} wanted={ticket} />;
}

function OpenRepository({
  repository,
  wanted,
}: {
  readonly repository: Extract<RepositoryState, { kind: "open" }>;
  readonly wanted: string | null;
}) {
  const sandboxError = useAppState((state) => state.sandboxError);
  const [adding, setAdding] = useState(false);
  const [place, setPlace] = useState<SourcePlace | null>(null);
  const picked =
    repository.tickets.find(({ ticket }) => ticket.id === wanted) ?? (wanted === null ? repository.tickets[0] : undefined);

  return (
    <div className="repository">
      <RepositorySummary repository={repository} onPlace={setPlace} />
      {sandboxError !== null && sandboxError.kind !== "cancelled" && (
        <Message tone="error" alert testId="sandbox-error" title="The suite can't run here" advice={sandboxError.advice}>
          {sandboxError.message}
        </Message>
      )}
      <div className="repository-panes">
        <section className="ticket-pane" aria-labelledby="tickets">
          <div className="row ticket-pane-head">
            <h2 id="tickets" className="grow">
              Tickets <span className="quiet">{repository.tickets.length}</span>
            </h2>
            {repository.tickets.length > 1 && (
              <a
                className="button"
                href={hrefOf({ screen: "integration" })}
                data-testid="integration-open"
                title="Run several tickets and put them together"
              >
                <Layers size={16} strokeWidth={1.75} aria-hidden />
                Several
              </a>
            )}
            <Button
              icon={Plus}
              testId="ticket-add"
              onClick={() => {
                setAdding(true);
              }}
            >
              Write one
            </Button>
          </div>
          <TicketList repository={repository} picked={picked?.ticket.id ?? null} />
        </section>
        <section className="ticket-detail" aria-label="Ticket">
          {picked !== undefined ? (
            <TicketDetail key={picked.ticket.id} listing={picked} onPlace={setPlace} />
          ) : wanted !== null ? (
            <Message
              tone="warning"
              testId="ticket-missing"
              title={`No ticket ${wanted} here`}
              advice="Pick another, or write it yourself."
            >
              The address names a ticket that this repository does not have.
            </Message>
          ) : (
            <Empty title="No tickets in this repository">
              <p>Tickets are files in tickets/*.md. One can be written here, too.</p>
            </Empty>
          )}
        </section>
      </div>
      <Panel
        open={adding}
        onOpenChange={setAdding}
        shape="drawer"
        title="Write a ticket"
        description="It stays in this browser; the repository is not changed by it."
      >
        <TicketForm
          onAdded={() => {
            setAdding(false);
          }}
        />
      </Panel>
      <SourceDialog
        place={place}
        onClose={() => {
          setPlace(null);
        }}
      />
    </div>
  );
}
