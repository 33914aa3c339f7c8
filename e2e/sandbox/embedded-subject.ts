/** The embedded sandbox in a real Chromium, asked from a test in Node. */
import fs from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import type { SandboxError } from "../../src/app/ports/index.ts";
import type { SuiteReport, TypecheckReport } from "../../src/core/evidence/index.ts";
import type { Result } from "../../src/core/result.ts";
import type { SnapshotFiles } from "../../src/core/snapshot/index.ts";
import type { SuiteCase } from "../contract/cases.ts";
import { snapshotOf, type FilesOf } from "../contract/snapshot-of.ts";
import { launchBrowser } from "../harness/browser.ts";
import { harnessServer, openHarness, root } from "./harness.mjs";

interface HarnessWindow {
  readonly fixgate: {
    runCase(input: unknown): Promise<Result<SuiteReport, SandboxError>>;
    warm(count: number): Promise<void>;
    checkCase(input: unknown): Promise<Result<TypecheckReport, SandboxError>>;
  };
}

export interface EmbeddedSubject {
  readonly page: Page;
  run(
    files: FilesOf,
    ask?: SuiteCase["ask"] & {
      readonly coverage?: readonly string[];
      readonly lanes?: number;
      readonly inputs?: FilesOf | undefined;
    },
    deps?: string,
  ): Promise<Result<SuiteReport, SandboxError>>;
  /** Settles when the spare workers stand ready. */
  warmed(): Promise<void>;
  check(files: FilesOf): Promise<Result<TypecheckReport, SandboxError>>;
  close(): Promise<void>;
}

const plain = ({ oid, entries, blobs }: SnapshotFiles): unknown => ({
  oid,
  entries,
  blobs: [...blobs].map(([id, bytes]) => [id, Buffer.from(bytes).toString("base64")]),
});

export async function embeddedSubject(
  options: { readonly isolated?: boolean; readonly memory?: Map<string, Buffer> } = {},
): Promise<EmbeddedSubject> {
  if (!fs.existsSync(path.join(root, "public/engine/runtime.js")))
    throw new Error("the sandbox engine is not built: node workers/build/engine.mjs");
  const server = await harnessServer(options);
  const browser: Browser = await launchBrowser();
  const page = await openHarness(browser, server.url);
  return {
    page,
    run: (files, { inputs, lanes, ...ask } = {}, deps) =>
      page.evaluate((input) => (window as unknown as HarnessWindow).fixgate.runCase(input), {
        snapshot: plain(snapshotOf(files)),
        inputs: inputs && plain(snapshotOf(inputs)),
        ask,
        lanes,
        deps,
      }),
    warmed: () => page.evaluate(() => (window as unknown as HarnessWindow).fixgate.warm(0)),
    check: (files) =>
      page.evaluate((input) => (window as unknown as HarnessWindow).fixgate.checkCase(input), {
        snapshot: plain(snapshotOf(files)),
      }),
    async close() {
      await browser.close();
      server.close();
    },
  };
}
