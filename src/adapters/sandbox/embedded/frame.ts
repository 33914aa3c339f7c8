/**
 * The sandbox frame and its workers. A worker is used for one file, or for further ones as long as each leaves nothing
 * behind, and then ended; to cancel is to terminate. Spares are workers that have evaluated the runtime and wait. Where
 * the engine gives the frame a process of its own, that process may end while the page lives: it is missed then, its
 * workers are told lost, and the next one is taken from a new frame.
 */
import type { WorkerPrepare, WorkerStart } from "../../../protocol/sandbox-run.ts";

type FrameMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "booted" }
  | { readonly kind: "pong" }
  | { readonly kind: "spawned"; readonly id: number }
  | { readonly kind: "prepared"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };

export interface SandboxWorker {
  /** Sends what a worker is there for. */
  start(start: WorkerStart): void;
  /** `lost`: the whole frame is gone, which may be another worker's doing. */
  onFailed: (message: string, lost: boolean) => void;
  kill(): void;
}

export interface SandboxFrame {
  /** A spare where one stands ready; `next` workers are begun ahead, since most of a worker's start is waiting. */
  take(environment?: string, next?: number): Promise<SandboxWorker>;
  /**
   * Has so many workers ready from now on, where nothing else is running: one for a configuration, the others for files that
   * run in this environment.
   */
  warm(count: number, environment?: string): void;
  /** Replaces the spares that a run took; at least so many are kept from now on, all for this environment. */
  refill(atLeast?: number, environment?: string): void;
  /** Settles when every spare that was asked for stands ready. */
  warmed(): Promise<unknown>;
  dispose(): void;
}

const START_DEADLINE_MS = 30_000;
const PING_MS = 1000;
/** Pings and not seconds: after a sleep of the machine, or of the page, the clock has jumped and nothing is wrong. */
const UNANSWERED = 10;
const LOST = "the sandbox's process ended while this file ran: it ran out of memory, or was ended from outside";

type Tell = (message: object, transfer?: Transferable[]) => void;

interface Mounted {
  readonly tell: Tell;
  remove(): void;
}

/** One frame, until it has booted; then its messages. */
function mount(engineBase: string, runtime: Blob, heard: (message: FrameMessage) => void): Promise<Mounted> {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.title = "sandbox";
  frame.tabIndex = -1;
  // One transparent pixel and not `display: none`: a process all of whose frames are hidden is run at low priority.
  frame.style.cssText = "position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;opacity:0;pointer-events:none";
  const tell: Tell = (message, transfer = []) => {
    // "*" since an opaque origin can't be named; the frame is ours and takes messages from its parent alone.
    frame.contentWindow?.postMessage(message, "*", transfer);
  };
  return new Promise((resolve, reject) => {
    const listener = (event: MessageEvent<FrameMessage>): void => {
      if (event.source !== frame.contentWindow || event.source === null) return;
      const message = event.data;
      if (message.kind === "ready") tell({ kind: "boot", runtime });
      else if (message.kind === "booted") {
        clearTimeout(timer);
        resolve({ tell, remove });
      } else heard(message);
    };
    const remove = (): void => {
      window.removeEventListener("message", listener);
      frame.remove();
    };
    const timer = setTimeout(() => {
      remove();
      reject(new Error("the sandbox frame did not start"));
    }, START_DEADLINE_MS);
    window.addEventListener("message", listener);
    frame.src = new URL("sandbox.html", engineBase).href;
    document.body.append(frame);
  });
}

/** The environment that every worker has; the others are loaded on demand, or ahead. */
const PLAIN = "node";

interface Spare {
  environment: string;
  worker: Promise<Prepared>;
}

interface Prepared extends SandboxWorker {
  /** Settles when the environment is loaded; rejects where the worker is gone. */
  prepare(message: WorkerPrepare): Promise<void>;
}

interface Spawned {
  readonly worker: Prepared;
  readonly ready: (worker: Prepared) => void;
  readonly failed: (error: Error) => void;
}

export async function openFrame(
  engineBase: string,
  runtime: Blob,
  partsOf: (environment: string) => Promise<Readonly<Record<string, Blob>>>,
): Promise<SandboxFrame> {
  let disposed = false;
  const workers = new Map<number, Spawned>();
  const preparing = new Map<number, () => void>();
  const endPreparing = (id: number): void => {
    preparing.get(id)?.();
    preparing.delete(id);
  };
  /** Workers that run something, and asks for one: while there are any, the frame is asked whether it is there. */
  const awaited = new Set<number>();
  let ids = 0;
  let unanswered = 0;
  let pinging: ReturnType<typeof setInterval> | undefined;

  const heard = (message: FrameMessage): void => {
    if (message.kind === "pong") unanswered = 0;
    if (message.kind === "prepared") endPreparing(message.id);
    if (message.kind !== "spawned" && message.kind !== "failed") return;
    const entry = workers.get(message.id);
    if (entry === undefined) return;
    if (message.kind === "spawned") entry.ready(entry.worker);
    else {
      endPreparing(message.id);
      entry.failed(new Error(message.message));
      entry.worker.onFailed(message.message, false);
    }
  };
  const mountNew = (): Promise<Mounted> => {
    const mounting = mount(engineBase, runtime, heard);
    mounting.catch(() => undefined);
    return mounting;
  };
  let frame = await mountNew();
  /** The frame that takes the place of a lost one, until it stands. */
  let replacing: Promise<Mounted> | null = null;

  async function standing(): Promise<Mounted> {
    const asked = replacing;
    if (asked === null) return frame;
    try {
      const mounted = await asked;
      if (asked === replacing) {
        frame = mounted;
        replacing = null;
      }
      return mounted;
    } catch (error) {
      // Tried again by whoever asks next.
      if (asked === replacing) replacing = mountNew();
      throw error;
    }
  }

  function lose(): void {
    const lost = [...workers.values()];
    workers.clear();
    spares.length = 0;
    for (const id of preparing.keys()) endPreparing(id);
    frame.remove();
    replacing = mountNew();
    for (const { worker, failed } of lost) {
      failed(new Error(LOST));
      worker.onFailed(LOST, true);
    }
  }
  /** While somebody waits for a worker, and no longer. */
  function watch(): void {
    if (awaited.size === 0) {
      clearInterval(pinging);
      pinging = undefined;
      return;
    }
    if (pinging !== undefined) return;
    unanswered = 0;
    pinging = setInterval(() => {
      if (replacing !== null) return;
      if (unanswered++ >= UNANSWERED) lose();
      else frame.tell({ kind: "ping" });
    }, PING_MS);
  }

  async function spawn(): Promise<Prepared> {
    const { tell } = await standing();
    const id = ++ids;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        workers.delete(id);
        tell({ kind: "kill", id });
        reject(new Error("a sandbox worker did not start in time"));
      }, START_DEADLINE_MS);
      const worker: Prepared = {
        prepare: async (prepare) => {
          await new Promise<void>((prepared) => {
            preparing.set(id, prepared);
            tell({ kind: "prepare", id, prepare });
          });
          if (!workers.has(id)) throw new Error(LOST);
        },
        start: (start) => {
          awaited.add(id);
          watch();
          tell({ kind: "start", id, start }, [start.results, start.host]);
        },
        onFailed: () => undefined,
        kill: () => {
          workers.delete(id);
          awaited.delete(id);
          endPreparing(id);
          watch();
          tell({ kind: "kill", id });
        },
      };
      workers.set(id, {
        worker,
        ready: (spawned) => {
          clearTimeout(timer);
          resolve(spawned);
        },
        failed: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      tell({ kind: "spawn", id });
    });
  }

  const spares: Spare[] = [];
  let wanted = 0;
  /** What the next files will most likely run in. */
  let likely = PLAIN;
  function begin(environment: string): Spare {
    const spare: Spare = { environment: PLAIN, worker: spawn() };
    spare.worker.catch(() => undefined);
    furnish(spare, environment);
    return spare;
  }
  function furnish(spare: Spare, environment: string): void {
    if (spare.environment === environment) return;
    spare.environment = environment;
    spare.worker = Promise.all([spare.worker, partsOf(environment)]).then(async ([worker, parts]) => {
      await worker.prepare({ kind: "prepare", environment, parts });
      return worker;
    });
    spare.worker.catch(() => undefined);
  }
  function fill(count: number, environment: string): void {
    while (!disposed && spares.length < count) spares.push(begin(environment));
  }
  function taken(environment: string): Spare {
    const at = [environment, PLAIN]
      .map((each) => spares.findIndex((spare) => spare.environment === each))
      .find((found) => found >= 0);
    return (at === undefined ? undefined : spares.splice(at, 1)[0]) ?? begin(PLAIN);
  }
  /** One of another environment would only take room. */
  function dropOthers(): void {
    for (const spare of spares.filter(({ environment }) => environment !== PLAIN && environment !== likely)) {
      spares.splice(spares.indexOf(spare), 1);
      void spare.worker.then(
        (worker) => {
          worker.kill();
        },
        () => undefined,
      );
    }
  }
  return {
    refill(atLeast = 0, environment = likely) {
      wanted = Math.max(wanted, atLeast);
      likely = environment;
      dropOthers();
      for (const spare of spares) furnish(spare, likely);
      fill(wanted, likely);
    },
    warmed: () => Promise.allSettled(spares.map(({ worker }) => worker)),
    async take(environment = PLAIN, next = 0) {
      const spare = taken(environment);
      fill(next, environment);
      const ask = ++ids;
      awaited.add(ask);
      watch();
      try {
        return await spare.worker.catch(spawn);
      } finally {
        awaited.delete(ask);
        watch();
      }
    },
    warm(count, environment = likely) {
      wanted = count;
      likely = environment;
      dropOthers();
      for (const spare of spares.slice(1)) furnish(spare, likely);
      fill(Math.min(count, 1), PLAIN);
      fill(count, likely);
    },
    dispose() {
      disposed = true;
      frame.remove();
      replacing?.then(
        (mounted) => {
          mounted.remove();
        },
        () => undefined,
      );
      workers.clear();
      awaited.clear();
      watch();
    },
  };
}
