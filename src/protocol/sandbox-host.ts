/** What the page and the test workers ask of the host worker (trusted: it resolves and transforms, and runs no code of the repository). */
import type { ProjectConfig } from "./sandbox-config.ts";
import type { PackedLayer } from "./sandbox-files.ts";

/** A module as Vite's module runner wants it, or the order to load it by other means. */
export type FetchedModule =
  | {
      readonly code: string;
      readonly file: string;
      readonly id: string;
      readonly url: string;
      readonly invalidate: false;
      readonly map: string | null;
    }
  | { readonly externalize: string; readonly type: "module" | "commonjs" | "builtin" };

export interface ResolvedModule {
  readonly id: string;
  readonly url: string;
  readonly file: string;
}

/** A CommonJS module with what its `require` calls lead to, so that a worker needs no resolver of its own for it. */
export interface CommonJsModule {
  readonly file: string;
  readonly code: string;
  readonly format: "commonjs" | "json" | "module";
  /** Specifier to absolute path, or to "node:<name>". */
  readonly requires: Readonly<Record<string, string>>;
  /** Of a file that was compiled, for Jest: its source map, and why it has no code. */
  readonly compiled?: { readonly map: string | null; readonly error: string | null };
}

/** All that a test file imports statically, sent in one go: [key of the fetch, module]. */
export interface ModuleGraph {
  readonly fetched: readonly (readonly [key: string, module: FetchedModule])[];
  readonly commonjs: readonly CommonJsModule[];
  readonly jest?: {
    /** Mocks of packages by name: files in a folder `__mocks__`. */
    readonly mocks: readonly (readonly [name: string, file: string])[];
    /** Where the entries that are no paths lead. */
    readonly entries: readonly (readonly [spec: string, file: string])[];
  };
}

/** What a worker is known to need before it runs. */
export interface WorkerNeeds {
  /** Modules that are imported for certain, with all that they import statically. */
  readonly entries: readonly string[];
  /** Files whose text it reads, or finds missing: snapshots. */
  readonly reads: readonly string[];
}

/** The host's message on a worker's port ahead of each file: what this file needs and was not sent yet. */
export interface WorkerPrelude {
  readonly call: 0;
  readonly graph: ModuleGraph;
  readonly texts: readonly (readonly [path: string, text: string | null])[];
}

export interface HostFailure {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
}

/** Calls by a test worker, over its own port. `realm` "external" is the unmocked runner for packages. */
export interface HostWorkerCalls {
  fetch(id: string, importer: string | null, realm: "project" | "external"): FetchedModule;
  resolve(id: string, importer: string | null): ResolvedModule | null;
  require(spec: string, importer: string): string | null;
  commonjs(file: string): readonly CommonJsModule[];
}

/** What the counters of executed statements are kept under in a worker's global scope; the runtime takes them out again. */
export const COVERAGE_VARIABLE = "__fixgate_coverage__";

/** Calls by the page. */
export interface HostPageCalls {
  /** Opens a file set under a number; blobs that it refers to are Blobs by reference. */
  open(input: { readonly snapshot: number; readonly layers: readonly PackedLayer[] }): void;
  close(snapshot: number): void;
  /** Opens a view for test workers: one snapshot with one project's configuration. */
  view(input: {
    readonly view: number;
    readonly snapshot: number;
    readonly project: ProjectConfig;
    readonly coverage: readonly string[];
    /** For evaluating a configuration: Vite, Vitest and known plugins keep their bare names. */
    readonly configuration: boolean;
  }): void | Promise<void>;
  /**
   * A port on which one test worker asks within a view. What the worker will need goes out on it at once, ahead of any
   * question: sent by way of the page and the frame, the same text would be copied three times.
   */
  connect(connection: number, view: number, port: MessagePort, needs: WorkerNeeds): void;
  /** What a connected worker needs for its next file, without what it was sent before. */
  ahead(connection: number, needs: WorkerNeeds): void;
  disconnect(connection: number): void;
}

export type HostCall = { readonly call: number; readonly method: string; readonly args: readonly unknown[] };
export type HostReply =
  | { readonly call: number; readonly ok: true; readonly value: unknown }
  | { readonly call: number; readonly ok: false; readonly error: HostFailure };
