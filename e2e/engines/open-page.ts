/** The page under test, opened in an engine, and files in the form in which they cross to it. */
import type { SandboxError } from "../../src/app/ports/index.ts";
import type { SuiteReport, TypecheckReport } from "../../src/core/evidence/index.ts";
import type { Result } from "../../src/core/result.ts";
import type { SnapshotFiles } from "../../src/core/snapshot/index.ts";
import { until, type Engine } from "./engine.ts";
import type { PlainFiles } from "./page.ts";

export interface HarnessWindow {
  readonly harnessReady?: boolean;
  readonly fixgate: {
    runCase(input: unknown): Promise<Result<SuiteReport, SandboxError>>;
    checkCase(input: unknown): Promise<Result<TypecheckReport, SandboxError>>;
    run(input: unknown): Promise<Result<SuiteReport, SandboxError>>;
  };
}
export const plainFiles = ({ oid, entries, blobs }: SnapshotFiles): PlainFiles => ({
  oid,
  entries,
  blobs: [...blobs].map(([id, bytes]) => [id, Buffer.from(bytes).toString("base64")] as const),
});

export async function openPage(engine: Engine, url: string): Promise<void> {
  await engine.open(url);
  await until(
    engine,
    "the page under test is ready",
    () => (window as unknown as HarnessWindow).harnessReady === true,
    null,
    60_000,
  );
}
