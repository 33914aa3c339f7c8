/**
 * One engine worker with a queue: a request at a time, so that cancelling the one that runs (by terminating the worker)
 * takes nothing else with it. Blobs are sent once; a worker that was lost is started afresh for the next request.
 */
import type { Dependencies, SandboxError } from "../../app/ports/index.ts";
import { err, type Result } from "../../core/result.ts";
import type { Oid, RepoPath, SnapshotFiles } from "../../core/snapshot/index.ts";
import type { CheckInput, EngineReply, EngineRequest } from "../../protocol/typecheck.ts";
import type { EngineHost } from "./engine-host.ts";

export interface EngineInput {
  readonly snapshot: SnapshotFiles;
  readonly inputs: SnapshotFiles;
  readonly dependencies: Dependencies;
  readonly packageRoot: RepoPath | "";
  readonly signal: AbortSignal;
}

export interface EngineSessionOptions {
  readonly name: string;
  readonly start: () => Promise<{ readonly host: EngineHost; readonly request: Extract<EngineRequest, { type: "start" }> }>;
  readonly deadlineMs: number;
}

interface Live {
  readonly host: EngineHost;
  readonly sent: Set<Oid>;
  dependencies: string | null;
  settle: ((outcome: Result<unknown, SandboxError>) => void) | null;
}

const isAborted = (signal: AbortSignal): boolean => signal.aborted;
const checkInput = ({ snapshot, inputs, packageRoot }: Omit<EngineInput, "signal">): CheckInput => ({
  snapshot: snapshot.entries,
  inputs: inputs.entries,
  packageRoot,
});
const CANCELLED: SandboxError = { kind: "cancelled" };

export class EngineSession {
  readonly #options: EngineSessionOptions;
  #live: Live | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #next = 1;
  #disposed = false;

  constructor(options: EngineSessionOptions) {
    this.#options = options;
  }

  ask(
    input: EngineInput,
    make: (id: number, check: CheckInput) => Extract<EngineRequest, { readonly id: number }>,
  ): Promise<Result<unknown, SandboxError>> {
    const turn = this.#queue.then(() => this.#run(input, make));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  /** Starts, and reads a repository ahead. A failure shows at the next request. */
  warm(input: Omit<EngineInput, "signal"> | null): void {
    this.#queue = this.#queue
      .then(async () => {
        if (this.#disposed) return;
        const live = this.#live ?? (await this.#start());
        if (input === null) return;
        this.#feed(live, input);
        live.host.send({ type: "prepare", input: checkInput(input) });
      })
      .catch(() => undefined);
  }

  dispose(): void {
    this.#disposed = true;
    this.#end(CANCELLED);
  }

  #lost(message: string): SandboxError {
    return {
      kind: "lost",
      message: `${this.#options.name}: ${message}`,
      advice: "Try again; if it is lost again, the Node sandbox can run it.",
    };
  }

  #end(error: SandboxError): void {
    const live = this.#live;
    if (live === null) return;
    this.#live = null;
    live.host.terminate();
    live.settle?.(err(error));
  }

  async #run(
    input: EngineInput,
    make: (id: number, check: CheckInput) => Extract<EngineRequest, { readonly id: number }>,
  ): Promise<Result<unknown, SandboxError>> {
    const { signal } = input;
    if (signal.aborted || this.#disposed) return err(CANCELLED);
    let live: Live;
    try {
      live = this.#live ?? (await this.#start());
    } catch (reason) {
      return err(this.#lost(reason instanceof Error ? reason.message : String(reason)));
    }
    // Asked anew: it may have been aborted while the worker was started.
    if (isAborted(signal)) return err(CANCELLED);
    const id = this.#next++;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onAbort = (): void => {
      this.#end(CANCELLED);
    };
    try {
      return await new Promise<Result<unknown, SandboxError>>((resolve) => {
        live.settle = resolve;
        timer = setTimeout(() => {
          this.#end(this.#lost(`no answer after ${String(this.#options.deadlineMs)} ms; it was ended`));
        }, this.#options.deadlineMs);
        signal.addEventListener("abort", onAbort, { once: true });
        this.#feed(live, input);
        live.host.send(make(id, checkInput(input)));
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      live.settle = null;
    }
  }

  async #start(): Promise<Live> {
    const { host, request } = await this.#options.start();
    const live: Live = { host, sent: new Set(), dependencies: null, settle: null };
    this.#live = live;
    host.listen(
      (reply) => {
        this.#receive(live, reply);
      },
      (message) => {
        if (this.#live === live) this.#end(this.#lost(message));
      },
    );
    host.send(request);
    return live;
  }

  #receive(live: Live, reply: EngineReply): void {
    if (reply.type === "report") live.settle?.({ ok: true, value: reply.report });
    if (reply.type === "failed" && this.#live === live) this.#end(this.#lost(reply.message));
  }

  #feed(live: Live, { snapshot, inputs, dependencies }: Omit<EngineInput, "signal">): void {
    if (live.dependencies !== dependencies.digest) {
      const { digest, packages, files, links = [] } = dependencies;
      live.host.send({ type: "dependencies", dependencies: { digest, packages, files, links } });
      live.dependencies = digest;
    }
    const fresh: (readonly [Oid, Uint8Array])[] = [];
    for (const from of [snapshot, inputs]) {
      for (const { oid } of from.entries) {
        const bytes = live.sent.has(oid) ? undefined : from.blobs.get(oid);
        if (bytes === undefined) continue;
        live.sent.add(oid);
        fresh.push([oid, bytes]);
      }
    }
    if (fresh.length > 0) live.host.send({ type: "blobs", blobs: fresh });
  }
}
