/** Entry of the host worker: ports in, answers out. A failure crosses as data, never as a thrown class. */
import { init as initLexer } from "es-module-lexer";
import type { HostCall, HostFailure, HostPageCalls, HostReply, HostWorkerCalls } from "../../src/protocol/sandbox-host.ts";
import { createHostEngine } from "./engine.ts";
import { createInstrument } from "./instrument.ts";
import type { BlobReader } from "./files.ts";

declare const FileReaderSync: new () => BlobReader;

await initLexer;
const engine = createHostEngine({ reader: new FileReaderSync(), now: () => performance.now(), instrument: createInstrument() });

const failure = (error: unknown): HostFailure => ({
  name: error instanceof Error ? error.name : "Error",
  message: error instanceof Error ? error.message : String(error),
  code: error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null,
});

function serve(
  port: {
    postMessage(message: HostReply): void;
    addEventListener(type: "message", listener: (event: MessageEvent<HostCall>) => void): void;
  },
  calls: Readonly<Record<string, (...args: never[]) => unknown>>,
): void {
  port.addEventListener("message", ({ data }) => {
    const { call, method, args } = data;
    try {
      const run = calls[method];
      if (run === undefined) throw new Error(`no such call: ${method}`);
      port.postMessage({ call, ok: true, value: run(...(args as never[])) });
    } catch (error) {
      port.postMessage({ call, ok: false, error: failure(error) });
    }
  });
}

const workerCalls = (view: number): HostWorkerCalls => engine.get(view).calls;

const pageCalls: HostPageCalls = {
  open: ({ snapshot, layers }) => {
    engine.open(snapshot, layers);
  },
  close: (snapshot) => {
    engine.close(snapshot);
  },
  view: (input) => {
    engine.view(input);
  },
  connect: (view, port) => {
    serve(port, { ...workerCalls(view) });
    port.start();
  },
  graph: (view, entries) => engine.get(view).graph(entries),
};
serve(self as never, { ...pageCalls, counts: () => engine.counts });
self.postMessage("ready");
