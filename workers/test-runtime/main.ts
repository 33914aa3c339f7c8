/**
 * Entry of the untrusted worker. It is told to prepare, maybe, and to start; after that message only its own ports exist,
 * and they live in closures. The global scope is made to look like Node's before Vitest is evaluated (import order matters here).
 */
import "./primordials.ts";
import { dropBrowserGlobals, platform, setWorkingDirectory } from "./shims/globals.ts";
import { silenceConsole } from "./shims/console.ts";
import type { PackedLayer } from "../../src/protocol/sandbox-files.ts";
import {
  canaryFile,
  snapshotPath,
  type NextFile,
  type RunFile,
  type WorkerPrepare,
  type WorkerStart,
} from "../../src/protocol/sandbox-run.ts";
import { jestResolverOptions } from "../sandbox-host/jest-graph.ts";
import { createFileView, createLayerCache, type FileView } from "../sandbox-host/files.ts";
import { builtinCommonJs, touch } from "./builtins.ts";
import { carryWith } from "./carry.ts";
import { createChannel, createEmit } from "./channel.ts";
import { wireThrown } from "./errors.ts";
import { originalDescriptor } from "./freeze.ts";
import { GLOBAL_API, JEST_API } from "./global-api.ts";
import { recordLeftovers } from "./leftovers.ts";
import { tellLimit } from "./limits.ts";
import { createLoader, createSupply } from "./loader.ts";
import { part, provideParts } from "./parts.ts";
import { blobReader, messageData, NativeMap, NativePromise } from "./primordials.ts";
import { realm } from "./realm.ts";
import { runConfig } from "./run-config.ts";
import { runFile } from "./run-file.ts";
import { watchMatchers } from "./added-matchers.ts";
import { provideSubtle } from "./subtle.ts";
import { watchUnhandled } from "./unhandled.ts";
import { expectModule, vitestModule } from "./vitest.ts";

type Listen = (type: string, listener: (event: MessageEvent) => void) => void;
const listen = globalThis.addEventListener.bind(globalThis) as Listen;
const unlisten = globalThis.removeEventListener.bind(globalThis) as Listen;
const announce = (globalThis.postMessage as (message: unknown) => void).bind(globalThis);

listen("message", hear);

function hear(event: MessageEvent): void {
  const message = messageData(event) as WorkerPrepare | WorkerStart;
  event.stopImmediatePropagation();
  if (message.kind === "prepare") {
    prepare(message);
    announce("prepared");
    return;
  }
  unlisten("message", hear);
  void begin(message);
}

let layers: readonly PackedLayer[] | null = null;
let view: FileView | undefined;
function files(): FileView {
  if (layers === null) throw new Error("asked for files before there are any");
  return (view ??= createFileView(layers, createLayerCache(blobReader)));
}
let assertions = 0;
let furnished = false;

/** The global scope as Node has it, and the parts that are loaded on demand. Nothing of a repository is needed for it. */
function furnish(parts: Readonly<Record<string, Blob>>): void {
  if (furnished) return;
  furnished = true;
  const { chai } = vitestModule as unknown as { chai: { assert: Record<string, unknown> } };
  for (const [name, member] of Object.entries(chai.assert)) {
    if (typeof member !== "function") continue;
    chai.assert[name] = (...args: unknown[]): unknown => {
      assertions++;
      return (member as (...args: unknown[]) => unknown)(...args);
    };
  }
  provideSubtle();
  const { equals, iterableEquality, typeEquality, sparseArrayEquality, arrayBufferEquality } = expectModule;
  provideParts(parts, (name) => {
    if (name === "fixgate:files") return files();
    if (name === "fixgate:descriptor") return originalDescriptor;
    if (name === "fixgate:limit") return tellLimit;
    if (name === "fixgate:touch") return touch;
    if (name === "fixgate:carry") return carryWith;
    if (name === "fixgate:platform") return platform;
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
}

function prepare({ environment, parts }: WorkerPrepare): void {
  furnish(parts);
  try {
    if (parts[environment] !== undefined) part(environment);
  } catch {
    // Whoever needs it will load it again, and be told.
  }
}

async function begin(start: WorkerStart): Promise<void> {
  const emit = createEmit(start.results);
  const { ask, prelude } = createChannel(start.host);
  const next = nextFiles(start.results);
  watchUnhandled(emit);
  layers = start.layers;
  furnish(start.parts);
  try {
    if (start.kind === "config") {
      emit({ kind: "config", value: await runConfig(start, files, ask) });
      return;
    }
    const supply = createSupply();
    watchMatchers();
    const leftovers = recordLeftovers(
      new Set([...GLOBAL_API, ...(start.file.project.jest === null ? [] : JEST_API), ...Object.keys(start.file.project.define)]),
    );
    for (let run = start.file; ; run = await next()) {
      const { graph, texts } = await prelude();
      supply.add(graph);
      setWorkingDirectory(run.project.root);
      const { root, jest } = run.project;
      const options = jest === null ? undefined : jestResolverOptions(run.project, jest);
      const loader = createLoader(supply, files, ask, root, () => undefined, options);
      const { changedIntrinsics } = await runFile(run, {
        emit,
        ask,
        loader,
        supply,
        files,
        sent: new NativeMap([...texts, [snapshotPath(canaryFile(run)), null] as const]),
        takeAssertions: () => {
          const counted = assertions;
          assertions = 0;
          return counted;
        },
      });
      emit({ kind: "end", mark: run.endMark, left: [...changedIntrinsics, ...leftovers()] });
    }
  } catch (error) {
    emit({ kind: "fatal", error: wireThrown(error) });
  }
}

/** The files after the first, as the page sends them. */
function nextFiles(port: MessagePort): () => Promise<RunFile> {
  let take: ((run: RunFile) => void) | null = null;
  let waiting: RunFile | null = null;
  port.onmessage = (event) => {
    const { next } = messageData(event) as NextFile;
    if (take === null) waiting = next;
    else take(next);
    take = null;
  };
  return () =>
    new NativePromise((resolve) => {
      if (waiting === null) take = resolve;
      else resolve(waiting);
      waiting = null;
    });
}

announce("ready");
