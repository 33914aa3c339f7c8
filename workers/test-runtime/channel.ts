/** The worker's two ways out: results to the page, questions to the host. Both ports live in this closure alone. */
import type { HostFailure, HostReply, HostWorkerCalls, WorkerPrelude } from "../../src/protocol/sandbox-host.ts";
import type { WorkerEvent } from "../../src/protocol/sandbox-run.ts";
import { messageData, NativeError, NativeMap, NativePromise, portPost } from "./primordials.ts";

export type Emit = (event: WorkerEvent) => void;
export const createEmit =
  (port: MessagePort): Emit =>
  (event) => {
    portPost(port, event);
  };

export interface Channel {
  readonly ask: AskHost;
  /** The host's next message ahead of a file. */
  readonly prelude: () => Promise<WorkerPrelude>;
}

export type AskHost = <M extends keyof HostWorkerCalls>(
  method: M,
  ...args: Parameters<HostWorkerCalls[M]>
) => Promise<ReturnType<HostWorkerCalls[M]>>;

export function createChannel(port: MessagePort): Channel {
  const pending = new NativeMap<number, { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void }>();
  let calls = 0;
  let arrived: WorkerPrelude | null = null;
  let settle: ((prelude: WorkerPrelude) => void) | null = null;
  const prelude = (): Promise<WorkerPrelude> =>
    new NativePromise((resolve) => {
      if (arrived === null) settle = resolve;
      else resolve(arrived);
      arrived = null;
    });
  port.onmessage = (event) => {
    const reply = messageData(event) as HostReply | WorkerPrelude;
    if ("graph" in reply) {
      if (settle === null) arrived = reply;
      else settle(reply);
      settle = null;
      return;
    }
    const waiting = pending.get(reply.call);
    if (waiting === undefined) return;
    pending.delete(reply.call);
    if (reply.ok) waiting.resolve(reply.value as never);
    else waiting.reject(asError(reply.error));
  };
  const ask: AskHost = (method, ...args) =>
    new NativePromise((resolve, reject) => {
      const call = ++calls;
      pending.set(call, { resolve, reject });
      portPost(port, { call, method, args });
    });
  return { ask, prelude };
}

export function asError(failure: HostFailure): Error {
  const error = failure.name === "SyntaxError" ? new SyntaxError(failure.message) : new NativeError(failure.message);
  if (failure.code !== null) Object.assign(error, { code: failure.code });
  return error;
}
