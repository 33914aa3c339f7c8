/**
 * The page under test in every engine: the sandbox harness, and beside it what attacks need: suites as a candidate runs
 * them, a worker of the sandbox's frame without our runtime, and a frame like the sandbox's that has been broken into.
 */
import "../sandbox/harness-page.ts";
import { createEmbeddedSandbox } from "../../src/adapters/sandbox/embedded/index.ts";
import { openFrame } from "../../src/adapters/sandbox/embedded/frame.ts";
import type { Dependencies, Sandbox, SandboxError } from "../../src/app/ports/index.ts";
import type { SuiteReport } from "../../src/core/evidence/index.ts";
import type { Result } from "../../src/core/result.ts";
import { oidOf, type SnapshotFiles } from "../../src/core/snapshot/index.ts";
import type { WorkerStart } from "../../src/protocol/sandbox-run.ts";

const engineBase = new URL("engine/", location.href).href;
const unasked = () => Promise.reject(new Error("attacks are not type-checked"));

export interface PlainFiles {
  readonly oid: string;
  readonly entries: SnapshotFiles["entries"];
  readonly blobs: readonly (readonly [oid: string, base64: string])[];
}

const NONE: Dependencies = {
  digest: `sha256:${"0".repeat(64)}`,
  packages: [],
  files: { index: [], blob: new Blob([]) },
  leftOut: [],
  scriptsNotRun: [],
  source: { kind: "none", name: "" },
};

let sandbox: Sandbox | null = null;

/** A suite as a candidate's: its inputs are another tree's, so that nothing is tried again as on base. */
async function suite(input: {
  readonly files: PlainFiles;
  readonly deadlineMs: number;
  readonly lanes: number;
}): Promise<Result<SuiteReport, SandboxError>> {
  sandbox ??= createEmbeddedSandbox({
    engineBase,
    lanes: input.lanes,
    typecheck: { typecheck: unasked, typeTests: () => Promise.reject(new Error("not asked for")), format: unasked },
  });
  const { oid, entries, blobs } = input.files;
  const snapshot: SnapshotFiles = {
    oid: oidOf(oid),
    entries,
    submodules: [],
    blobs: new Map(blobs.map(([id, base64]) => [oidOf(id), Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))])),
  };
  const base = { ...snapshot, oid: oidOf(oid.slice(20) + oid.slice(0, 20)) };
  const { signal } = new AbortController();
  const opened = await sandbox.open({ snapshot, inputs: base, dependencies: NONE, packageRoot: "", signal });
  if (!opened.ok) return opened;
  try {
    return await opened.value.suite({ fileDeadlineMs: input.deadlineMs, signal });
  } finally {
    await opened.value.dispose();
  }
}

/** Runs an expression that promises outcomes in a worker of the real frame, in which nothing of ours stands. */
async function bareWorker(expression: string): Promise<unknown> {
  const runtime = new Blob(
    [
      `addEventListener("message", (event) => { if (!event.data || !event.data.results) return; const port = event.data.results; (${expression}).then((outcome) => port.postMessage(outcome)); });\npostMessage("ready");`,
    ],
    { type: "text/javascript" },
  );
  const frame = await openFrame(engineBase, runtime, () => Promise.resolve({}));
  const results = new MessageChannel();
  const host = new MessageChannel();
  try {
    const worker = await frame.take();
    const outcome = new Promise((resolve) => {
      results.port1.onmessage = ({ data }: MessageEvent<unknown>) => {
        resolve(data);
      };
    });
    worker.start({ kind: "run", files: [], results: results.port2, host: host.port2 } as unknown as WorkerStart);
    return await Promise.race([outcome, after(20_000, "no outcome")]);
  } finally {
    frame.dispose();
  }
}

/** A worker that starts workers that start no end of work: how many beat while it lives, and after it was ended? */
async function forkBomb(count: number): Promise<{ readonly before: number; readonly after: number }> {
  // Bounded by itself too: each ends after a minute, whatever becomes of its parent.
  const nested = `onmessage = ({ data }) => { const end = Date.now() + 60000; const beat = () => { data.postMessage(1); const until = Date.now() + 50; while (Date.now() < until); if (Date.now() < end) setTimeout(beat, 0); }; beat(); };`;
  const runtime = new Blob(
    [
      `addEventListener("message", (event) => { if (!event.data || !event.data.results) return; const { results } = event.data; results.onmessage = ({ data }) => { if (data === "be busy") for (;;); const w = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(nested)}]))); const c = new MessageChannel(); w.postMessage(c.port1, [c.port1]); results.postMessage(c.port2, [c.port2]); }; });\npostMessage("ready");`,
    ],
    { type: "text/javascript" },
  );
  const frame = await openFrame(engineBase, runtime, () => Promise.resolve({}));
  const results = new MessageChannel();
  const host = new MessageChannel();
  const ports: MessagePort[] = [];
  const beating = new Set<MessagePort>();
  try {
    const worker = await frame.take();
    results.port1.onmessage = ({ data }: MessageEvent<MessagePort>) => {
      ports.push(data);
      data.onmessage = () => beating.add(data);
    };
    worker.start({ kind: "run", files: [], results: results.port2, host: host.port2 } as unknown as WorkerStart);
    // One after the other: of a dozen ports that a worker sends at once, Firefox at times delivers no message.
    for (let begun = 1; begun <= count; begun++) {
      results.port1.postMessage("another");
      for (let waited = 0; beating.size < begun && waited < 300; waited++) await after(100, null);
    }
    const before = beating.size;
    results.port1.postMessage("be busy");
    await after(1000, null);
    worker.kill();
    // A worker that is busy is given two seconds before an engine ends it by force.
    await after(8000, null);
    beating.clear();
    await after(1500, null);
    return { before, after: beating.size };
  } finally {
    frame.dispose();
  }
}

/** Runs an expression that promises outcomes in the document of a frame like the sandbox's. */
async function brokenFrame(expression: string): Promise<unknown> {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = new URL("broken-into.html", engineBase).href;
  const outcome = new Promise((resolve) => {
    window.addEventListener(
      "message",
      ({ source, data }: MessageEvent<{ readonly kind?: unknown; readonly outcomes?: unknown }>) => {
        if (source !== frame.contentWindow || source === null) return;
        if (data.kind === "broken into") frame.contentWindow?.postMessage({ kind: "run", expression }, "*");
        if (data.kind === "outcomes") resolve(data.outcomes);
      },
    );
  });
  document.body.append(frame);
  const found = await Promise.race([outcome, after(20_000, "no outcome")]);
  // What it asked for just before may still be on its way.
  await after(1000, null);
  frame.remove();
  return found;
}

const after = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(() => {
      resolve(value);
    }, ms);
  });

const heard: string[] = [];
/** Things worth stealing, and ears on the channels that lead here. */
async function bait(): Promise<void> {
  for (const name of ["app", "fixgate"]) {
    new BroadcastChannel(name).onmessage = ({ data }: MessageEvent<unknown>) => heard.push(`${name}: ${String(data)}`);
  }
  localStorage.setItem("secret", "1");
  sessionStorage.setItem("secret", "1");
  document.cookie = "secret=1";
  await caches.open("app").catch(() => null);
  void navigator.locks.request("app", () => new Promise(() => undefined));
}

/** What is left of the page and what reached it. */
function state(): {
  readonly heard: readonly string[];
  readonly secret: string | null;
  readonly cookie: string;
  readonly frames: number;
} {
  return {
    heard,
    secret: localStorage.getItem("secret"),
    cookie: document.cookie,
    frames: document.querySelectorAll("iframe").length,
  };
}

export interface EnginesApi {
  readonly suite: typeof suite;
  readonly bareWorker: typeof bareWorker;
  readonly brokenFrame: typeof brokenFrame;
  readonly forkBomb: typeof forkBomb;
  readonly bait: typeof bait;
  readonly state: typeof state;
}

Object.assign(window, { engines: { suite, bareWorker, brokenFrame, forkBomb, bait, state } satisfies EnginesApi });
