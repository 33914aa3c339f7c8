/**
 * The sandbox frame and its workers. A worker is used for one file (or a few, where the repository says `isolate:
 * false`) and then ended; to cancel is to terminate. Spares are workers that have evaluated the runtime and wait.
 */
import type { WorkerStart } from "../../../protocol/sandbox-run.ts";

type FrameMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "booted" }
  | { readonly kind: "spawned"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };

export interface SandboxWorker {
  /** Sends the one message that a worker gets. */
  start(start: WorkerStart): void;
  onFailed: (message: string) => void;
  kill(): void;
}

export interface SandboxFrame {
  /** A spare where one stands ready; `next` workers are begun ahead, since most of a worker's start is waiting. */
  take(next?: number): Promise<SandboxWorker>;
  /** Has so many workers ready from now on, where nothing else is running. */
  warm(count: number): void;
  /** Replaces the spares that a run took; at least so many are kept from now on. */
  refill(atLeast?: number): void;
  /** Settles when every spare that was asked for stands ready. */
  warmed(): Promise<unknown>;
  dispose(): void;
}

const START_DEADLINE_MS = 30_000;

export async function openFrame(engineBase: string, runtime: Blob): Promise<SandboxFrame> {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.title = "sandbox";
  frame.tabIndex = -1;
  // One transparent pixel and not `display: none`: a process all of whose frames are hidden is run at low priority.
  frame.style.cssText = "position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;opacity:0;pointer-events:none";
  let disposed = false;
  const workers = new Map<
    number,
    { readonly worker: SandboxWorker; readonly spawned: (worker: SandboxWorker) => void; readonly failed: (error: Error) => void }
  >();
  let ids = 0;
  let settle: (kind: "ready" | "booted") => void = () => undefined;

  const tell = (message: object, transfer: Transferable[] = []): void => {
    // "*" since an opaque origin can't be named; the frame is ours and takes messages from its parent alone.
    frame.contentWindow?.postMessage(message, "*", transfer);
  };
  const listener = (event: MessageEvent<FrameMessage>): void => {
    if (event.source !== frame.contentWindow || event.source === null) return;
    const message = event.data;
    if (message.kind === "ready" || message.kind === "booted") settle(message.kind);
    else {
      const entry = workers.get(message.id);
      if (entry === undefined) return;
      if (message.kind === "spawned") entry.spawned(entry.worker);
      else {
        entry.failed(new Error(message.message));
        entry.worker.onFailed(message.message);
      }
    }
  };
  window.addEventListener("message", listener);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error("the sandbox frame did not start"));
    }, START_DEADLINE_MS);
    settle = (kind) => {
      if (kind === "ready") tell({ kind: "boot", runtime });
      else {
        clearTimeout(timer);
        resolve();
      }
    };
    frame.src = new URL("sandbox.html", engineBase).href;
    document.body.append(frame);
  });

  function spawn(): Promise<SandboxWorker> {
    const id = ++ids;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        tell({ kind: "kill", id });
        reject(new Error("a sandbox worker did not start in time"));
      }, START_DEADLINE_MS);
      const worker: SandboxWorker = {
        start: (start) => {
          tell({ kind: "start", id, start }, [start.results, start.host]);
        },
        onFailed: () => undefined,
        kill: () => {
          workers.delete(id);
          tell({ kind: "kill", id });
        },
      };
      workers.set(id, {
        worker,
        spawned: (ready) => {
          clearTimeout(timer);
          resolve(ready);
        },
        failed: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      tell({ kind: "spawn", id });
    });
  }

  const spares: Promise<SandboxWorker>[] = [];
  let wanted = 0;
  function begin(): Promise<SandboxWorker> {
    const spare = spawn();
    spare.catch(() => undefined);
    return spare;
  }
  function refill(atLeast = 0): void {
    wanted = Math.max(wanted, atLeast);
    while (!disposed && spares.length < wanted) spares.push(begin());
  }
  return {
    refill,
    warmed: () => Promise.allSettled(spares),
    async take(next = 0) {
      const taken = spares.shift() ?? begin();
      while (!disposed && spares.length < next) spares.push(begin());
      try {
        return await taken;
      } catch {
        return spawn();
      }
    },
    warm(count) {
      wanted = count;
      refill();
    },
    dispose() {
      disposed = true;
      window.removeEventListener("message", listener);
      frame.remove();
      workers.clear();
    },
  };
}
