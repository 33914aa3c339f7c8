/**
 * What a person has asked for on the screen of several tickets, and what of it is still to come. It stands above the
 * screens, so that a look at one of the runs doesn't lose the list of the others.
 */
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from "react";
import type { RunId } from "../../core/run/index.ts";
import type { TicketId } from "../../core/ticket/index.ts";
import { useFixgate } from "../fixgate-context.tsx";

/** The tickets in their order, each with the last run that it had when the batch began: another one is the batch's own. */
type Queue = ReadonlyMap<TicketId, RunId | null>;

interface Batch {
  /** Empty between batches. */
  readonly queue: Queue;
  /** Asked for and not ended: true before there is a view of it. */
  readonly integrating: boolean;
  readonly runAll: (tickets: readonly TicketId[]) => void;
  readonly integrate: () => void;
}

const NONE: Queue = new Map();
const Context = createContext<Batch | null>(null);

export function BatchProvider({ children }: { readonly children: ReactNode }) {
  const fixgate = useFixgate();
  const [queue, setQueue] = useState(NONE);
  const [integrating, setIntegrating] = useState(false);
  const runAll = useCallback(
    (tickets: readonly TicketId[]) => {
      const { repository } = fixgate.state();
      const listings = repository.kind === "open" ? repository.tickets : [];
      setQueue(new Map(tickets.map((id) => [id, listings.find(({ ticket }) => ticket.id === id)?.lastRun?.run ?? null])));
      void fixgate.startRuns(tickets).finally(() => {
        setQueue(NONE);
      });
    },
    [fixgate],
  );
  const integrate = useCallback(() => {
    setIntegrating(true);
    void fixgate.startIntegration().finally(() => {
      setIntegrating(false);
    });
  }, [fixgate]);
  const batch = useMemo(() => ({ queue, integrating, runAll, integrate }), [queue, integrating, runAll, integrate]);
  return <Context value={batch}>{children}</Context>;
}

export function useBatch(): Batch {
  const batch = useContext(Context);
  if (batch === null) throw new Error("a screen stands outside of BatchProvider");
  return batch;
}
