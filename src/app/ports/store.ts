/** What is kept in the browser: the journal of runs (append-only), attempt records (the case book), settings. */
import type { AttemptRecord, RunEvent, RunId } from "../../core/run/index.ts";

export interface Store {
  append(events: readonly RunEvent[]): Promise<void>;
  events(run: RunId): Promise<readonly RunEvent[]>;
  runs(): Promise<readonly { readonly run: RunId; readonly openedAt: number; readonly ended: boolean }[]>;
  removeRun(run: RunId): Promise<void>;
  putAttempt(record: AttemptRecord): Promise<void>;
  attempt(id: string): Promise<AttemptRecord | null>;
  attempts(): Promise<readonly AttemptRecord[]>;
  /** Export files by run: patch, bundle, receipt. */
  putArtifact(run: RunId, name: string, bytes: Uint8Array): Promise<void>;
  artifacts(run: RunId): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]>;
  getSetting(key: string): Promise<unknown>;
  setSetting(key: string, value: unknown): Promise<void>;
}

/** Time and randomness are arguments. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}
