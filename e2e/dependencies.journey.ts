/** Dependencies in a real browser: its fetch and its CORS, its digests, its cache, its worker ended in the middle. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStaticServer, type StaticServer } from "../src/cli/static-server.ts";
import type { DependenciesPage, InstallOrder } from "./fixtures/dependencies-page.ts";
import { startJourney, type Journey } from "./harness/journey.ts";
import { startRegistry, type TestRegistry } from "./harness/registry-server.ts";

let folder: string;
let site: StaticServer;
let registry: TestRegistry;
const NAMES = ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fixgate-dependencies-"));
  const common = { bundle: true, format: "esm", target: "es2022", logLevel: "warning" } as const;
  const root = join(import.meta.dirname, "..");
  await build({ ...common, entryPoints: [join(root, "workers/dependencies/worker.ts")], outfile: join(folder, "worker.js") });
  await build({ ...common, entryPoints: [join(root, "e2e/fixtures/dependencies-page.ts")], outfile: join(folder, "page.js") });
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>',
  );
  site = await startStaticServer({ root: folder, port: 0 });
  registry = await startRegistry(NAMES.map((name) => ({ manifest: { name, version: "1.0.0" } })));
});
afterAll(async () => {
  await registry.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  registry.behaviour.cors = true;
  registry.behaviour.token = null;
  registry.behaviour.broken.clear();
  registry.requests.length = 0;
});

async function openPage(): Promise<Journey> {
  const journey = await startJourney();
  await journey.page.goto(site.url);
  await journey.page.waitForFunction(() => "dependencies" in window);
  return journey;
}

function order(change: Partial<InstallOrder> = {}): InstallOrder {
  const packages = Object.fromEntries(
    NAMES.map((name) => [`node_modules/${name}`, { version: "1.0.0", integrity: registry.packed(name, "1.0.0").integrity }]),
  );
  const files = { "package.json": "{}", "package-lock.json": JSON.stringify({ lockfileVersion: 3, packages }) };
  return { registry: registry.url, tokens: {}, files, cancelAt: null, cacheLimitBytes: 1e9, ...change };
}

const install = (journey: Journey, what: InstallOrder) =>
  journey.page.evaluate((given) => (window as unknown as { dependencies: DependenciesPage }).dependencies.installFrom(given), what);
const tarballs = (): string[] =>
  registry.requests.map(({ line }) => line).filter((line) => line.startsWith("GET") && line.endsWith(".tgz"));

describe("dependencies in the browser", () => {
  it("installs, checked, and a second time without the network", async () => {
    const journey = await openPage();
    const first = await install(journey, order());
    if (!first.ok) throw new Error(JSON.stringify(first.error));
    expect(first.value.packages).toHaveLength(NAMES.length);
    expect(first.texts["node_modules/p3/index.js"]).toBe('module.exports = "1.0.0";\n');
    expect(tarballs()).toHaveLength(NAMES.length);
    await registry.close();
    const { url } = registry;
    try {
      const second = await install(journey, order());
      expect(second.ok && second.value.digest).toBe(first.value.digest);
    } finally {
      registry = await startRegistry(NAMES.map((name) => ({ manifest: { name, version: "1.0.0" } })));
    }
    expect(journey.foreignHosts()).toEqual([new URL(url).host, new URL(site.url).host].sort());
  });

  it("is cancelled at once, and goes on with what it had", async () => {
    const journey = await openPage();
    registry.behaviour.broken.set("p9/-/p9-1.0.0.tgz", "hang");
    const ended = await install(journey, order({ cancelAt: NAMES.length - 1 }));
    expect(ended).toMatchObject({ ok: false, error: { kind: "cancelled" } });
    registry.behaviour.broken.clear();
    registry.requests.length = 0;
    expect((await install(journey, order())).ok).toBe(true);
    expect(tarballs()).toEqual(["GET /p9/-/p9-1.0.0.tgz"]);
  });

  it("keeps its cache below the limit, says how large it is, and empties it", async () => {
    const journey = await openPage();
    expect((await install(journey, order({ cacheLimitBytes: 600 }))).ok).toBe(true);
    const size = () =>
      journey.page.evaluate(() => (window as unknown as { dependencies: DependenciesPage }).dependencies.cache.size());
    expect(await size()).toBeGreaterThan(0);
    expect(await size()).toBeLessThanOrEqual(600);
    await journey.page.evaluate(() => (window as unknown as { dependencies: DependenciesPage }).dependencies.cache.clear());
    expect(await size()).toBe(0);
  });

  it("names the header that a registry does not send", async () => {
    registry.behaviour.cors = false;
    const journey = await openPage();
    const refused = await install(journey, order());
    expect(refused).toMatchObject({ ok: false, error: { kind: "registry" } });
    expect(JSON.stringify(refused)).toContain("Access-Control-Allow-Origin");
  });

  it("sends a token where it belongs, and tells a refused one", async () => {
    registry.behaviour.token = "secret";
    const journey = await openPage();
    const without = await install(journey, order());
    expect(without).toMatchObject({ ok: false, error: { kind: "registry" } });
    expect(JSON.stringify(without)).toContain("wants a token");
    expect((await install(journey, order({ tokens: { [registry.url]: "secret" } }))).ok).toBe(true);
    const stored = await journey.page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href]),
    );
    expect(stored).not.toContain("secret");
  });

  it("refuses other bytes than the lockfile's", async () => {
    registry.behaviour.broken.set("p2/-/p2-1.0.0.tgz", "other-bytes");
    const journey = await openPage();
    expect(await install(journey, order())).toMatchObject({ ok: false, error: { kind: "integrity", name: "p2" } });
  });
});
