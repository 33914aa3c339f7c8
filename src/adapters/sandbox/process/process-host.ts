/**
 * What a machine with processes must offer so that the process sandbox can run on it. Two hosts exist: Node's child
 * processes and WebContainer. Nothing here says how a suite is run; nothing there knows of Vitest.
 */
import type { OpenSandbox, SandboxError } from "../../../app/ports/index.ts";
import type { SandboxIdentity } from "../../../core/run/index.ts";
import type { Result } from "../../../core/result.ts";
import type { SnapshotFiles } from "../../../core/snapshot/index.ts";

export interface RunningProcess {
  /** Resolves once, with null where a signal ended it. */
  readonly exit: Promise<number | null>;
  /** Ends it and all that it started. */
  kill(): void;
}

export interface ProcessCommand {
  readonly program: "node";
  readonly args: readonly string[];
  /** Relative to the folder's root; "" is the root. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Standard output and error as they come. */
  readonly onOutput: (text: string) => void;
}

/** A fresh folder with a snapshot and its node_modules. What is written in it is thrown away with it. */
export interface WorkFolder {
  /** Absolute, as programs print it. */
  readonly root: string;
  read(path: string): Promise<string | null>;
  exists(path: string): Promise<boolean>;
  write(path: string, text: string): Promise<void>;
  spawn(command: ProcessCommand): Promise<RunningProcess>;
  dispose(): Promise<void>;
}

export type OwnTool = "vitest" | "typescript" | "prettier";

export interface PreparedHost {
  folder(files: SnapshotFiles): Promise<WorkFolder>;
  /** Makes a tool of this project's own resolvable in the folder, for a repository that has none; false where it can't. */
  lend(folder: WorkFolder, tool: OwnTool): Promise<boolean>;
  dispose(): Promise<void>;
}

export interface ProcessHost {
  readonly identity: SandboxIdentity;
  prepare(input: OpenSandbox): Promise<Result<PreparedHost, SandboxError>>;
  dispose(): Promise<void>;
}

/** Asked anew: the compiler would keep what it knew of `aborted` from before an await. */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;
