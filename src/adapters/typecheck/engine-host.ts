/**
 * A worker and the port to it, in two forms: our own code in a worker of this origin, and code of the repository in a
 * worker inside an opaque-origin frame whose policy allows no network. To stop either is to terminate it.
 */
import type { EngineReply, EngineRequest } from "../../protocol/typecheck.ts";

export interface EngineHost {
  send(request: EngineRequest): void;
  /** `onLost` is called at most once, with what is known of why. */
  listen(onReply: (reply: EngineReply) => void, onLost: (message: string) => void): void;
  terminate(): void;
}

function hostOn(port: MessagePort, bindErrors: (lost: (message: string) => void) => void, end: () => void): EngineHost {
  let ended = false;
  return {
    send(request) {
      port.postMessage(request);
    },
    listen(onReply, onLost) {
      const lost = (message: string): void => {
        if (ended) return;
        ended = true;
        onLost(message);
      };
      bindErrors(lost);
      port.onmessage = (event: MessageEvent<EngineReply>) => {
        if (!ended) onReply(event.data);
      };
      port.onmessageerror = () => {
        lost("a message could not be read");
      };
    },
    terminate() {
      ended = true;
      port.close();
      end();
    },
  };
}

export function workerHost(createWorker: () => Worker): EngineHost {
  const worker = createWorker();
  const { port1, port2 } = new MessageChannel();
  worker.postMessage("connect", [port2]);
  return hostOn(
    port1,
    (lost) => {
      worker.onerror = (event) => {
        lost(event.message === "" ? "the worker could not be started" : event.message);
      };
      worker.onmessageerror = () => {
        lost("a message could not be read");
      };
    },
    () => {
      worker.terminate();
    },
  );
}

const POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; connect-src 'none'";

/** Runs in the frame: it takes one message from its parent, starts the worker, and says if that fails. */
const FRAME = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>
addEventListener("message", (event) => {
  if (event.source !== parent) return;
  const [port, control] = event.ports;
  const worker = new Worker(URL.createObjectURL(new Blob([event.data], { type: "text/javascript" })));
  worker.onerror = (failure) => control.postMessage(failure.message || "the worker could not be started");
  worker.postMessage("connect", [port]);
}, { once: true });
</script>`;

export function isolatedHost(source: string, owner: Document): EngineHost {
  const engine = new MessageChannel();
  const control = new MessageChannel();
  const frame = owner.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.hidden = true;
  frame.srcdoc = FRAME;
  frame.addEventListener(
    "load",
    () => {
      // An opaque origin has no name: "*" is the only target there is, and the frame is ours.
      frame.contentWindow?.postMessage(source, "*", [engine.port2, control.port2]);
    },
    { once: true },
  );
  owner.body.append(frame);
  return hostOn(
    engine.port1,
    (lost) => {
      control.port1.onmessage = (event: MessageEvent<unknown>) => {
        lost(String(event.data));
      };
    },
    () => {
      control.port1.close();
      frame.remove();
    },
  );
}
