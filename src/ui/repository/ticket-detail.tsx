import { Play } from "lucide-react";
import type { ModelChoice, TicketListing } from "../../app/fixgate.ts";
import type { AcceptanceStatement, Ticket } from "../../core/ticket/index.ts";
import { useAppState, useFixgate } from "../fixgate-context.tsx";
import { EndWord } from "../history/run-table.tsx";
import { Button } from "../parts/button.tsx";
import { Message, Place, Prose } from "../parts/text.tsx";
import { countOf } from "../parts/words.ts";
import { hrefOf } from "../routing/route.ts";
import { Preparing } from "../run/preparing.tsx";
import { sandboxName, settingsModels } from "../shell/identity.ts";
import { startBlockedBy } from "./can-start.ts";
import type { SourcePlace } from "./source-dialog.tsx";

export function TicketDetail({
  listing,
  onPlace,
}: {
  readonly listing: TicketListing;
  readonly onPlace: (place: SourcePlace) => void;
}) {
  const fixgate = useFixgate();
  const blocked = useAppState(startBlockedBy);
  const preparing = useAppState((state) => state.running && state.run === null);
  const { ticket, warnings, lastRun } = listing;
  return (
    <article className="ticket-article">
      <header className="ticket-head">
        <div className="grow">
          <p className="row row-wrap">
            <span className="mono ticket-id">{ticket.id}</span>
            {ticket.file !== undefined && <TicketPlace ticket={ticket} onPlace={onPlace} />}
          </p>
          <h1>{ticket.title}</h1>
        </div>
        <Button
          tone="primary"
          icon={Play}
          testId="run-start"
          disabled={blocked !== null}
          aria-describedby="run-start-note"
          onClick={() => void fixgate.startRun(ticket.id)}
        >
          Run
        </Button>
      </header>
      {preparing && <Preparing />}
      <p id="run-start-note" className="run-start-note small">
        {blocked ?? <WhatWillRun />}
        {lastRun !== null && (
          <>
            {" "}
            Last run: <EndWord end={lastRun.end} />, <a href={hrefOf({ screen: "run", run: lastRun.run })}>show it</a>.
          </>
        )}
      </p>

      {warnings.map((warning) => (
        <Message key={warning} tone="warning" testId="ticket-warning">
          {warning}
        </Message>
      ))}

      {ticket.body.trim() !== "" && <Prose text={ticket.body} />}

      <section className="section" aria-labelledby="acceptance">
        <h2 id="acceptance">Done when</h2>
        {ticket.acceptance.length === 0 ? (
          <p className="soft">No acceptance statements. The reviewer answers to the title.</p>
        ) : (
          <ul className="acceptance">
            {ticket.acceptance.map((statement, index) => (
              <li key={index}>
                <p>{statement.statement}</p>
                <p className="small soft">
                  <How statement={statement} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>

      {ticket.touches.length > 0 && (
        <section className="section" aria-labelledby="touches">
          <h2 id="touches">Protected paths that this ticket is about</h2>
          <p className="soft">The masks let these through for this ticket. The scope gate shows them and the receipt names them.</p>
          <ul className="stack">
            {ticket.touches.map((path) => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

function TicketPlace({ ticket, onPlace }: { readonly ticket: Ticket; readonly onPlace: (place: SourcePlace) => void }) {
  const { file, line } = ticket;
  if (file === undefined) return null;
  return (
    <Place
      path={file}
      line={line}
      onOpen={() => {
        onPlace({ path: file, line: line ?? null });
      }}
    />
  );
}

function WhatWillRun() {
  const settings = useAppState((state) => state.settings);
  const { attempts, minutes } = settings.budget;
  return (
    <>
      {settingsModels(settings)}; {sandboxName(settings.sandbox)} sandbox; at most {countOf(attempts, "attempt")} and{" "}
      {countOf(minutes, "minute")}.{needsDownload(settings.model) && " The model is loaded first."}
    </>
  );
}

function needsDownload(choice: ModelChoice): boolean {
  return choice.backend === "web-llm" || choice.backend === "wllama";
}

/** Who decides about the statement, and by what. */
function How({ statement }: { readonly statement: AcceptanceStatement }) {
  switch (statement.kind) {
    case "prose":
      return <>judged by the reviewer</>;
    case "must-match":
    case "must-not-match":
      return (
        <>
          acceptance gate: <code>/{statement.pattern}/</code>{" "}
          {statement.kind === "must-match" ? "must be found in" : "must not be found in"} <code>{statement.paths.join(", ")}</code>
          {statement.except.length > 0 && (
            <>
              {" "}
              except <code>{statement.except.join(", ")}</code>
            </>
          )}
        </>
      );
    case "must-exist":
    case "must-not-exist":
      return (
        <>
          acceptance gate: <code>{statement.path}</code> {statement.kind === "must-exist" ? "must exist" : "must not exist"}
        </>
      );
    case "must-pass":
      return (
        <>
          acceptance gate: the test <code>{statement.test}</code> must pass
        </>
      );
  }
}
