/** The page's end of the host worker. What is pending is rejected when the worker dies: a promise that nobody settles is a hang. */
import type { HostCall, HostPageCalls, HostReply } from "../../../protocol/sandbox-host.ts";

export class HostLost extends Error {}

export interface HostClient {
  call<M extends keyof HostPageCalls>(method: M, ...args: Parameters<HostPageCalls[M]>): Promise<ReturnType<HostPageCalls[M]>>;
  readonly lost: boolean;
  dispose(): void;
}

export async function startHost(engineBase: string): Promise<HostClient> {
  const worker = new Worker(new URL("host.mjs", engineBase), { type: "module", name: "fixgate host" });
  const pending = new Map<number, { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void }>();
  let calls = 0;
  let lost: HostLost | null = null;
  const lose = (reason: string): void => {
    lost ??= new HostLost(reason);
    for (const { reject } of pending.values()) reject(lost);
    pending.clear();
  };
  await new Promise<void>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === "ready") resolve();
    };
    worker.onerror = (event) => {
      reject(new HostLost(`the host worker could not start: ${event.message}`));
    };
  });
  worker.onerror = (event) => {
    lose(`the host worker failed: ${event.message}`);
  };
  worker.onmessageerror = () => {
    lose("a message of the host worker could not be read");
  };
  worker.onmessage = ({ data }: MessageEvent<HostReply>) => {
    const waiting = pending.get(data.call);
    if (waiting === undefined) return;
    pending.delete(data.call);
    if (data.ok) waiting.resolve(data.value as never);
    else waiting.reject(Object.assign(new Error(data.error.message), { name: data.error.name, code: data.error.code }));
  };
  return {
    get lost() {
      return lost !== null;
    },
    call: (method, ...args) =>
      new Promise((resolve, reject) => {
        if (lost !== null) {
          reject(lost);
          return;
        }
        const call = ++calls;
        pending.set(call, { resolve, reject });
        const message: HostCall = { call, method, args };
        worker.postMessage(
          message,
          args.filter((argument) => argument instanceof MessagePort),
        );
      }),
    dispose() {
      worker.terminate();
      lose("the host worker was ended");
    },
  };
}
