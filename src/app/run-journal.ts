/**
 * The one place where a run's events get their number and their time. Appended to the store before anybody is told, so
 * that what is on screen is never ahead of what is kept.
 */
import { applyRunEvent, type RunEvent, type RunId, type RunView } from "../core/run/index.ts";
import type { Clock, Store } from "./ports/index.ts";

type WithoutStamp<T> = T extends unknown ? Omit<T, "run" | "seq" | "at"> : never;
export type RunEventBody = WithoutStamp<RunEvent>;

export interface RunJournal {
  readonly run: RunId;
  emit(body: RunEventBody): void;
  view(): RunView | null;
  /** Resolves when all that was emitted is stored; rejects with the first failure to store. */
  flush(): Promise<void>;
}

export function createRunJournal(
  run: RunId,
  ports: { readonly store: Store; readonly clock: Clock },
  onChange: (view: RunView) => void,
): RunJournal {
  let seq = 0;
  let view: RunView | null = null;
  let queue: RunEvent[] = [];
  let failure: Error | null = null;
  let writing: Promise<void> | null = null;

  // Events are written in batches, in order, one batch at a time.
  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      try {
        await ports.store.append(batch);
      } catch (error) {
        failure ??= error instanceof Error ? error : new Error(String(error));
      }
      for (const event of batch) view = applyRunEvent(view, event);
      if (view) onChange(view);
    }
    writing = null;
  }

  return {
    run,
    emit(body) {
      queue.push({ ...body, run, seq: seq++, at: ports.clock.now() });
      writing ??= Promise.resolve().then(drain);
    },
    view: () => view,
    async flush() {
      while (writing) await writing;
      if (failure) throw failure;
    },
  };
}
