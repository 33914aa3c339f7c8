/**
 * The contract over WebContainer: the real client in a real browser against a host of ours. StackBlitz's own host is
 * not reached here, and nothing but loopback is.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build as bundle } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WEBCONTAINER_API_VERSION } from "../../src/adapters/sandbox/webcontainer/index.ts";
import type { SandboxError } from "../../src/app/ports/index.ts";
import type { SuiteReport, TypecheckReport } from "../../src/core/evidence/index.ts";
import type { SnapshotFiles } from "../../src/core/snapshot/index.ts";
import type { Result } from "../../src/core/result.ts";
import { ISOLATED, launchChromium, serveFolder, type StaticServer } from "./browser.ts";
import { sandboxContract } from "./contract.ts";
import { packagesOf } from "./dependencies-of.ts";
import { snapshotOf } from "./snapshot-of.ts";
import type { PlainSnapshot } from "./typecheck/page.ts";
import type { Api } from "./webcontainer-host/page.ts";
import { startWebContainerHost, type WebContainerHost } from "./webcontainer-host/host-server.ts";

const modules = path.resolve(import.meta.dirname, "../../node_modules");
let folder: string;
let host: WebContainerHost;
let server: StaticServer;
let browser: Browser;
let page: Page;
let foreign: string[];

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "fixgate-webcontainer-"));
  host = await startWebContainerHost(modules);
  await bundle({
    entryPoints: [path.join(import.meta.dirname, "webcontainer-host/page.ts")],
    bundle: true,
    format: "esm",
    splitting: true,
    outdir: folder,
    logLevel: "error",
  });
  fs.writeFileSync(
    path.join(folder, "index.html"),
    `<!doctype html><link rel="icon" href="data:,"><body><script>globalThis.WEBCONTAINER_API_IFRAME_URL = ${JSON.stringify(host.url)}</script><script type="module" src="page.js"></script>`,
  );
  server = await serveFolder({ folder, headers: ISOLATED });
  browser = await launchChromium();
  page = await browser.newPage();
  foreign = [];
  page.on("request", (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) foreign.push(request.url());
  });
  await page.goto(server.url);
  await page.waitForFunction(() => "api" in globalThis);
}, 120_000);

afterAll(async () => {
  await browser.close();
  await server.close();
  await host.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const texts = ({ blobs, ...rest }: SnapshotFiles): PlainSnapshot => ({
  ...rest,
  texts: Object.fromEntries([...blobs].map(([oid, bytes]) => [oid, Buffer.from(bytes).toString()])),
});

/** The files with a manifest and a lockfile that name Vitest and TypeScript, served by the host's registry. */
function plain(files: Readonly<Record<string, string>>): PlainSnapshot {
  const packages = packagesOf(modules, ["vitest", "typescript"]);
  const top = packages.filter(
    ({ location }) => location === `node_modules/${location.slice("node_modules/".length).replace(/\/node_modules\/.*/, "")}`,
  );
  const dependencies = Object.fromEntries(top.map((item) => [item.name, item.version]));
  const manifest = { ...(JSON.parse(files["package.json"] ?? "{}") as object), version: "1.0.0", dependencies };
  const lock = {
    name: "contract",
    version: "1.0.0",
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": { name: "contract", version: "1.0.0", dependencies },
      ...Object.fromEntries(
        packages.map((item) => [
          item.location,
          { version: item.version, resolved: `${host.registry}${item.location}.tgz`, ...item.edges },
        ]),
      ),
    },
  };
  return texts(
    snapshotOf({
      ...files,
      "package.json": JSON.stringify(manifest),
      "package-lock.json": JSON.stringify(lock),
    }),
  );
}

type WithApi = { readonly api: Api };

sandboxContract({
  name: "WebContainer (test host)",
  timeoutMs: 180_000,
  suite: ({ files, ask, inputs }) =>
    page.evaluate(
      ([snapshot, options, from]) => (globalThis as unknown as WithApi).api.suite("main", snapshot, options ?? {}, from),
      [plain(files), ask, inputs && plain(inputs)] as const,
    ) as Promise<Result<SuiteReport, SandboxError>>,
  typecheck: ({ files }) =>
    page.evaluate((snapshot) => (globalThis as unknown as WithApi).api.typecheck("main", snapshot), plain(files)) as Promise<
      Result<TypecheckReport, SandboxError>
    >,
});

describe("[SB-WC] what is WebContainer's own", { timeout: 120_000 }, () => {
  it("hands over the key and the isolation mode, installs what is locked without scripts, and asks nobody else", () => {
    expect(host.boots).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(host.boots[0]))).toMatchObject({
      client_id: "key-of-the-test",
      coep: "require-corp",
      version: WEBCONTAINER_API_VERSION,
    });
    const installed = JSON.parse(fs.readFileSync(path.join(modules, "@webcontainer/api/package.json"), "utf8")) as {
      readonly version: string;
    };
    expect(WEBCONTAINER_API_VERSION).toBe(installed.version);
    const installs = host.commands.filter(([program]) => program === "npm");
    expect(installs.every((command) => command.join(" ") === "npm ci --ignore-scripts --no-audit --no-fund")).toBe(true);
    expect(foreign).toEqual([]);
  });

  it("one container at a time: a second is refused, and can be had after teardown", async () => {
    // Nothing is locked, so nothing is installed: how far each gets tells whether it had a container.
    const snapshot = texts(snapshotOf({ "package.json": "{}", "tsconfig.json": "{}" }));
    const started = { ok: false, error: { kind: "unsupported", what: "typescript" } };
    const ask = (name: string) =>
      page.evaluate(([which, input]) => (globalThis as unknown as WithApi).api.typecheck(which, input), [name, snapshot] as const);
    expect(await ask("main")).toMatchObject(started);
    expect(await ask("second")).toMatchObject({ ok: false, error: { kind: "unsupported", what: "a second WebContainer" } });
    await page.evaluate(() => (globalThis as unknown as WithApi).api.dispose("main"));
    expect(await ask("second")).toMatchObject(started);
    expect(host.teardowns()).toBe(1);
    expect(host.boots).toHaveLength(2);
  });
});
