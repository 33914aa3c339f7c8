/**
 * Entry of the untrusted worker. It is spoken to once; after that message only its own ports exist, and they live in
 * closures. The global scope is made to look like Node's before Vitest is evaluated (import order matters here).
 */
import "./primordials.ts";
import { dropBrowserGlobals, setWorkingDirectory } from "./shims/globals.ts";
import { silenceConsole } from "./shims/console.ts";
import { canaryFile, snapshotPath, type WorkerStart } from "../../src/protocol/sandbox-run.ts";
import { createFileView, createLayerCache, type FileView } from "../sandbox-host/files.ts";
import { builtinCommonJs } from "./builtins.ts";
import { createChannel, createEmit } from "./channel.ts";
import { wireThrown } from "./errors.ts";
import { originalDescriptor } from "./freeze.ts";
import { createLoader } from "./loader.ts";
import { provideParts } from "./parts.ts";
import { blobReader, messageData, NativeMap } from "./primordials.ts";
import { realm } from "./realm.ts";
import { runConfig } from "./run-config.ts";
import { runFile } from "./run-file.ts";
import { watchUnhandled } from "./unhandled.ts";
import { expectModule, vitestModule } from "./vitest.ts";

const listen = globalThis.addEventListener.bind(globalThis) as (
  type: string,
  listener: (event: MessageEvent) => void,
  options?: { once: boolean },
) => void;
const announce = (globalThis.postMessage as (message: unknown) => void).bind(globalThis);

listen(
  "message",
  (event) => {
    const start = messageData(event) as WorkerStart;
    event.stopImmediatePropagation();
    void begin(start);
  },
  { once: true },
);

async function begin(start: WorkerStart): Promise<void> {
  const emit = createEmit(start.results);
  const { ask, prelude } = createChannel(start.host);
  watchUnhandled(emit);
  let view: FileView | undefined;
  const files = (): FileView => (view ??= createFileView(start.layers, createLayerCache(blobReader)));
  let assertions = 0;
  const { chai } = vitestModule as unknown as { chai: { assert: Record<string, unknown> } };
  for (const [name, member] of Object.entries(chai.assert)) {
    if (typeof member !== "function") continue;
    chai.assert[name] = (...args: unknown[]): unknown => {
      assertions++;
      return (member as (...args: unknown[]) => unknown)(...args);
    };
  }
  const { equals, iterableEquality, typeEquality, sparseArrayEquality, arrayBufferEquality } = expectModule;
  provideParts(start.parts, (name) => {
    if (name === "fixgate:files") return files();
    if (name === "fixgate:descriptor") return originalDescriptor;
    if (name === "fixgate:equal")
      return (a: unknown, b: unknown) =>
        equals(a, b, [iterableEquality, typeEquality, sparseArrayEquality, arrayBufferEquality] as never, true);
    if (name === "fixgate:count-assertion")
      return () => {
        assertions++;
      };
    if (name === "fixgate:unsupported")
      return (what: string) =>
        (realm["unsupported"] as (what: string, advice: string) => void)(
          what,
          "run this repository in the Node or WebContainer sandbox",
        );
    return builtinCommonJs(name, "by-engine");
  });
  dropBrowserGlobals();
  silenceConsole();
  try {
    if (start.kind === "config") {
      emit({ kind: "config", value: await runConfig(start, files, ask) });
      return;
    }
    const { graph, texts } = await prelude;
    for (const run of start.files) {
      setWorkingDirectory(run.project.root);
      const loader = createLoader(graph, files, ask, run.project.root, () => undefined);
      await runFile(run, {
        emit,
        ask,
        loader,
        files,
        sent: new NativeMap([...texts, [snapshotPath(canaryFile(run)), null] as const]),
        takeAssertions: () => {
          const counted = assertions;
          assertions = 0;
          return counted;
        },
      });
      emit({ kind: "end", mark: run.endMark });
    }
  } catch (error) {
    emit({ kind: "fatal", error: wireThrown(error) });
  }
}

announce("ready");
