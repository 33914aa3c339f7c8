/** What crosses between the page and one test worker. The page starts it, the worker streams events until its end mark; then it may be given a further file. */
import type { ProjectConfig } from "./sandbox-config.ts";
import type { PackedLayer } from "./sandbox-files.ts";

export interface RunFile {
  /** Absolute, inside the sandbox. */
  readonly path: string;
  readonly project: ProjectConfig;
  readonly environment: string;
  readonly environmentOptions: Readonly<Record<string, unknown>>;
  readonly shuffleSeed: number | null;
  /** Milliseconds that its clock is ahead of the real one. */
  readonly clockAheadMs: number;
  readonly bail: boolean;
  readonly freeze: boolean;
  /** Names that the repository can't guess, for the canaries. */
  readonly canary: { readonly pass: string; readonly fail: string };
  /** Source of the end mark: a worker that doesn't say it did not end as it should. */
  readonly endMark: string;
  readonly coverage: boolean;
}

/** To a worker that nothing is asked of yet: what its files will need is loaded ahead. It answers when that is done. */
export interface WorkerPrepare {
  readonly kind: "prepare";
  readonly environment: string;
  readonly parts: Readonly<Record<string, Blob>>;
}

/** First message to a worker but for {@link WorkerPrepare}; the results port and the host port travel with it. */
export type WorkerStart =
  | {
      readonly kind: "run";
      readonly file: RunFile;
      readonly layers: readonly PackedLayer[];
      /** Optional bundles by name ("happy-dom", "jsdom", "crypto" …): source, evaluated when first asked for. */
      readonly parts: Readonly<Record<string, Blob>>;
      readonly results: MessagePort;
      readonly host: MessagePort;
    }
  | {
      readonly kind: "config";
      readonly runner: "vitest" | "jest";
      readonly file: string | null;
      readonly root: string;
      /** Vitest's defaults of the version that the repository has installed. */
      readonly defaults: { readonly include: readonly string[]; readonly exclude: readonly string[] };
      readonly layers: readonly PackedLayer[];
      readonly parts: Readonly<Record<string, Blob>>;
      readonly results: MessagePort;
      readonly host: MessagePort;
    };

export interface WireError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
}

/** A test as it was collected, in the order of the file. */
export interface WireTest {
  readonly titles: readonly string[];
  readonly mode: "run" | "skip" | "only" | "todo";
  readonly fails: boolean;
}

export interface WireOutcome {
  readonly state: "pass" | "fail" | "skip" | "todo" | "none";
  readonly errors: readonly WireError[];
  readonly durationMs: number;
  readonly assertions: number;
  readonly retries: number;
}

export type WorkerEvent =
  | { readonly kind: "ready" }
  | { readonly kind: "collected"; readonly file: string; readonly tests: readonly WireTest[] }
  | { readonly kind: "outcome"; readonly file: string; readonly index: number; readonly outcome: WireOutcome }
  | { readonly kind: "unhandled"; readonly error: WireError }
  | { readonly kind: "exit-called"; readonly message: string }
  | { readonly kind: "unsupported"; readonly what: string; readonly advice: string; readonly affects: boolean }
  | {
      readonly kind: "file-done";
      readonly file: string;
      readonly state: "pass" | "fail" | "skip" | "none";
      readonly errors: readonly (WireError & { readonly phase: "collect" | "hook" })[];
      /** Final states again, read after everything ran: they must agree with what was streamed. */
      readonly states: readonly WireOutcome["state"][];
      readonly canaries: {
        readonly mustPass: WireOutcome["state"] | "missing";
        readonly mustFail: WireOutcome["state"] | "missing";
      };
      readonly tampering: readonly string[];
      readonly frozen: boolean;
      readonly snapshots: { readonly written: number; readonly unmatched: number; readonly obsolete: number };
      readonly coverage: readonly (readonly [path: string, lines: readonly (readonly [line: number, hits: number])[]])[];
      readonly environment: string;
      readonly durationMs: number;
      readonly timings: Readonly<Record<string, number>>;
    }
  /** A {@link RawConfig} or a {@link RawJestConfig}, to be read with distrust. */
  | { readonly kind: "config"; readonly value: unknown }
  | { readonly kind: "fatal"; readonly error: WireError }
  /** `left` names what the file left behind in the worker: only a worker in which that is nothing takes a further file. */
  | { readonly kind: "end"; readonly mark: string; readonly left: readonly string[] };

/** From the page, on the results port, to a worker whose last file left nothing behind. */
export interface NextFile {
  readonly next: RunFile;
}

/** Where Vitest keeps a test file's snapshots unless the configuration says otherwise. */
export function snapshotPath(testPath: string): string {
  const slash = testPath.lastIndexOf("/");
  return `${testPath.slice(0, slash)}/__snapshots__/${testPath.slice(slash + 1)}.snap`;
}

/** The canaries run as a file of their own, that isn't there. */
export const canaryFile = ({ path, canary }: RunFile): string => `${path}.${canary.pass}`;
