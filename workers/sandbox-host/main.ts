/** Entry of the host worker: ports in, answers out. A failure crosses as data, never as a thrown class. */
import { init as initLexer } from "es-module-lexer";
import type {
  HostCall,
  HostFailure,
  HostPageCalls,
  HostReply,
  HostWorkerCalls,
  WorkerNeeds,
  WorkerPrelude,
} from "../../src/protocol/sandbox-host.ts";
import { createHostEngine } from "./engine.ts";
import type { BlobReader } from "./files.ts";

declare const FileReaderSync: new () => BlobReader;

await initLexer();
const engine = createHostEngine({ reader: new FileReaderSync(), now: () => performance.now() });

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
  const answer = async ({ call, method, args }: HostCall): Promise<void> => {
    try {
      const run = calls[method];
      if (run === undefined) throw new Error(`no such call: ${method}`);
      const result = run(...(args as never[]));
      // Only what is asynchronous waits: an answer that is there must not lose a turn.
      port.postMessage({ call, ok: true, value: result instanceof Promise ? await result : result });
    } catch (error) {
      port.postMessage({ call, ok: false, error: failure(error) });
    }
  };
  port.addEventListener("message", ({ data }) => void answer(data));
}

const workerCalls = (view: number): HostWorkerCalls => engine.get(view).calls;

const connections = new Map<number, (needs: WorkerNeeds) => void>();

const pageCalls: HostPageCalls = {
  open: ({ snapshot, layers }) => {
    engine.open(snapshot, layers);
  },
  close: (snapshot) => {
    engine.close(snapshot);
  },
  view: async (input) => {
    // Babel stands behind the counters: loaded when the first run asks for them.
    if (input.coverage.length > 0) engine.useInstrument((await import("fixgate:instrument")).createInstrument());
    engine.view(input);
  },
  connect: (connection, view, port, needs) => {
    const { graph, text } = engine.get(view);
    serve(port, { ...workerCalls(view) });
    port.start();
    const sent = new Set<string>();
    const send = ({ entries, reads }: WorkerNeeds): void => {
      const prelude: WorkerPrelude = { call: 0, graph: graph(entries, sent), texts: reads.map((path) => [path, text(path)]) };
      port.postMessage(prelude);
    };
    connections.set(connection, send);
    send(needs);
  },
  ahead: (connection, needs) => {
    connections.get(connection)?.(needs);
  },
  disconnect: (connection) => {
    connections.delete(connection);
  },
};
serve(self, { ...pageCalls, counts: () => engine.counts });
self.postMessage("ready");
