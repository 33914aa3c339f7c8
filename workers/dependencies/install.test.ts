/** Against a real registry server on loopback, with tarballs that `npm pack` made. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startRegistry, type TestRegistry } from "../../e2e/harness/registry-server.ts";
import type { InstallProgress, InstallRequest, Installed } from "../../src/protocol/dependencies.ts";
import { install } from "./install.ts";
import type { TarballCache } from "./tarball-cache.ts";

let registry: TestRegistry;

beforeAll(async () => {
  registry = await startRegistry([
    {
      manifest: { name: "a", version: "1.0.0", dependencies: { c: "^1.0.0" } },
      files: {
        "index.d.ts": "export {};",
        "index.js.map": "{}",
        "docs/manual.txt": "long",
        "dist/docs/api.js": "1",
        LICENSE: "MIT",
      },
    },
    { manifest: { name: "c", version: "1.0.0" } },
    { manifest: { name: "c", version: "2.0.0", scripts: { postinstall: "exit 1" } } },
    { manifest: { name: "@scope/b", version: "2.0.0", dependencies: { c: "2.0.0" } } },
    { manifest: { name: "native", version: "1.0.0", os: ["darwin"] } },
    { manifest: { name: "vite", version: "8.0.0" }, files: { "index.d.ts": "export {};" } },
  ]);
}, 60_000);
afterAll(() => registry.close());
beforeEach(() => {
  registry.behaviour.token = null;
  registry.behaviour.broken.clear();
  registry.requests.length = 0;
});

const entry = (name: string, version: string, more: object = {}) => ({
  version,
  integrity: registry.packed(name, version).integrity,
  ...more,
});

function lock(packages: Readonly<Record<string, object>>): ReadonlyMap<string, string> {
  return new Map([["package-lock.json", JSON.stringify({ lockfileVersion: 3, packages: { "": {}, ...packages } })]]);
}

function tree(): ReadonlyMap<string, string> {
  return lock({
    "node_modules/a": entry("a", "1.0.0"),
    "node_modules/c": entry("c", "1.0.0"),
    "node_modules/@scope/b": entry("@scope/b", "2.0.0"),
    "node_modules/@scope/b/node_modules/c": entry("c", "2.0.0", { hasInstallScript: true }),
    "node_modules/native": entry("native", "1.0.0", { optional: true, os: ["darwin"] }),
  });
}

function run(
  change: Partial<InstallRequest>,
  cache: TarballCache | null = null,
  onProgress: (progress: InstallProgress) => void = () => undefined,
) {
  const request: InstallRequest = {
    lockfiles: tree(),
    manifests: new Map([["", JSON.stringify({ dependencies: { a: "^1.0.0", "@scope/b": "^2.0.0" } })]]),
    tarballs: new Map(),
    settings: { registry: registry.url, scopes: {}, tokens: {} },
    defaultRegistry: "",
    allowNoLockfile: false,
    cacheLimitBytes: 1e9,
    ...change,
  };
  return install(request, onProgress, { cache, wait: () => Promise.resolve(), now: () => 0 });
}

async function installed(change: Partial<InstallRequest> = {}, cache: TarballCache | null = null): Promise<Installed> {
  const result = await run(change, cache);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

async function refused(change: Partial<InstallRequest> = {}) {
  const result = await run(change);
  if (result.ok) throw new Error("it was installed");
  return result.error;
}

async function text(result: Installed, path: string): Promise<string | null> {
  const row = result.files.index.find(([each]) => each === path);
  return row === undefined ? null : result.files.blob.slice(row[1], row[1] + row[2]).text();
}

describe("install from a lockfile", () => {
  it("unpacks every package where the lockfile puts it, and only what a run can need", async () => {
    const result = await installed();
    expect(result.packages.map(({ location, version }) => `${location} ${version}`)).toEqual([
      "node_modules/@scope/b 2.0.0",
      "node_modules/@scope/b/node_modules/c 2.0.0",
      "node_modules/a 1.0.0",
      "node_modules/c 1.0.0",
    ]);
    expect(await text(result, "node_modules/c/index.js")).toContain("1.0.0");
    expect(await text(result, "node_modules/@scope/b/node_modules/c/index.js")).toContain("2.0.0");
    expect(result.files.index.map(([path]) => path).filter((path) => path.startsWith("node_modules/a/"))).toEqual([
      "node_modules/a/LICENSE",
      "node_modules/a/dist/docs/api.js",
      "node_modules/a/index.d.ts",
      "node_modules/a/index.js",
      "node_modules/a/package.json",
    ]);
    expect(result.source).toEqual({ kind: "lockfile", name: "package-lock.json (version 3)" });
    expect(result.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it("names what was left out and whose scripts did not run", async () => {
    const result = await installed();
    expect(result.leftOut).toEqual([{ name: "native", reason: "built for darwin only; a browser runs no native code" }]);
    expect(result.scriptsNotRun).toEqual(["c"]);
    expect(registry.requests.map(({ line }) => line).filter((line) => line.includes("native"))).toEqual([]);
  });

  it("keeps of what the sandbox replaces the types alone", async () => {
    const result = await installed({ lockfiles: lock({ "node_modules/vite": entry("vite", "8.0.0") }) });
    expect(result.files.index.map(([path]) => path)).toEqual(["node_modules/vite/index.d.ts", "node_modules/vite/package.json"]);
    expect(result.leftOut.map(({ name }) => name)).toEqual(["vite"]);
  });

  it("refuses bytes that are not what the lockfile says", async () => {
    registry.behaviour.broken.set("c/-/c-1.0.0.tgz", "other-bytes");
    const error = await refused();
    expect(error).toMatchObject({ kind: "integrity", name: "c", expected: registry.packed("c", "1.0.0").integrity });
    expect(error.kind === "integrity" && error.received).toMatch(/^sha512-/);
  });

  it("checks SHA-1 where the lockfile has no better, and refuses an algorithm that it does not know", async () => {
    const { shasum } = registry.packed("c", "1.0.0");
    const sha1 = `sha1-${Buffer.from(shasum, "hex").toString("base64")}`;
    expect(
      (await installed({ lockfiles: lock({ "node_modules/c": { version: "1.0.0", integrity: sha1 } }) })).packages,
    ).toHaveLength(1);
    expect(await refused({ lockfiles: lock({ "node_modules/c": { version: "1.0.0", integrity: "md5-AAAA" } }) })).toMatchObject({
      kind: "integrity",
    });
    // A wrong SHA-512 is not outvoted by a right SHA-1.
    expect(
      await refused({ lockfiles: lock({ "node_modules/c": { version: "1.0.0", integrity: `${sha1} sha512-AAAA` } }) }),
    ).toMatchObject({ kind: "integrity" });
  });

  it("asks the registry for the integrity where the lockfile has none, and checks against it", async () => {
    const lockfiles = lock({ "node_modules/c": { version: "1.0.0" } });
    expect((await installed({ lockfiles })).packages[0]?.integrity).toBe(registry.packed("c", "1.0.0").integrity);
    registry.behaviour.broken.set("c/-/c-1.0.0.tgz", "other-bytes");
    expect(await refused({ lockfiles })).toMatchObject({ kind: "integrity" });
  });

  it("takes a tarball from the repository's own tree", async () => {
    const response = await fetch(`${registry.url}c/-/c-1.0.0.tgz`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const lockfiles = lock({ "node_modules/c": entry("c", "1.0.0", { resolved: "file:vendor/c.tgz" }) });
    registry.requests.length = 0;
    expect((await installed({ lockfiles, tarballs: new Map([["vendor/c.tgz", bytes]]) })).packages).toHaveLength(1);
    expect(registry.requests).toEqual([]);
    expect(await refused({ lockfiles })).toMatchObject({ kind: "registry", name: "c" });
  });

  it("tells how far it is", async () => {
    const seen: InstallProgress[] = [];
    await run({}, null, (progress) => seen.push(progress));
    expect(seen[0]).toEqual({ packagesDone: 0, packagesTotal: 4, bytes: 0 });
    expect(seen.at(-1)).toMatchObject({ packagesDone: 4, packagesTotal: 4 });
  });

  it("fetches nothing that is cached, checks it all the same, and goes on where it was ended", async () => {
    const kept = new Map<string, Uint8Array<ArrayBuffer>>();
    const cache: TarballCache = {
      get: (integrity) => Promise.resolve(kept.get(integrity) ?? null),
      put: (integrity, bytes) => Promise.resolve(void kept.set(integrity, bytes)),
      drop: (integrity) => Promise.resolve(void kept.delete(integrity)),
      settle: () => Promise.resolve(),
      size: () => Promise.resolve(0),
      clear: () => Promise.resolve(),
    };
    registry.behaviour.broken.set("c/-/c-2.0.0.tgz", 404);
    expect((await run({}, cache)).ok).toBe(false);
    registry.behaviour.broken.clear();
    registry.requests.length = 0;
    const first = await installed({}, cache);
    expect(registry.requests.map(({ line }) => line)).toContain("GET /c/-/c-2.0.0.tgz");
    expect(registry.requests.length).toBeLessThan(4);
    registry.requests.length = 0;
    expect((await installed({}, cache)).digest).toBe(first.digest);
    expect(registry.requests).toEqual([]);
    // A cache that was tampered with is not believed: the package is fetched again.
    kept.set(registry.packed("c", "1.0.0").integrity, new Uint8Array([1, 2, 3]));
    expect((await installed({}, cache)).digest).toBe(first.digest);
    expect(registry.requests.map(({ line }) => line)).toEqual(["GET /c/-/c-1.0.0.tgz"]);
  });
});

describe("registries", () => {
  it("sends a token to its own registry alone, and a scope to its own", async () => {
    const other = await startRegistry([{ manifest: { name: "@scope/b", version: "2.0.0" } }]);
    try {
      other.behaviour.token = "secret";
      const integrity = other.packed("@scope/b", "2.0.0").integrity;
      const lockfiles = lock({ "node_modules/c": entry("c", "1.0.0"), "node_modules/@scope/b": { version: "2.0.0", integrity } });
      const settings = { registry: registry.url, scopes: { "@scope": other.url }, tokens: { [other.url]: "secret" } };
      await installed({ lockfiles, settings });
      expect(other.requests.map(({ authorization }) => authorization)).toEqual(["Bearer secret"]);
      expect(registry.requests.map(({ authorization }) => authorization)).toEqual([null]);
      expect(await refused({ lockfiles, settings: { ...settings, tokens: {} } })).toMatchObject({
        kind: "registry",
        name: "@scope/b",
      });
    } finally {
      await other.close();
    }
  }, 30_000);

  it.each([
    [404, "has no c"],
    [401, "refused c"],
    [500, "HTTP 500"],
  ])("HTTP %i says what happened", async (status, words) => {
    registry.behaviour.broken.set("c/-/c-1.0.0.tgz", status);
    const error = await refused({ lockfiles: lock({ "node_modules/c": entry("c", "1.0.0") }) });
    expect(error).toMatchObject({ kind: "registry", name: "c" });
    expect(error.message).toContain(words);
  });

  it("does without an optional package that can't be had, and says so", async () => {
    registry.behaviour.broken.set("a/-/a-1.0.0.tgz", 404);
    const result = await installed({ lockfiles: lock({ "node_modules/a": entry("a", "1.0.0", { optional: true }) }) });
    expect(result.packages).toEqual([]);
    expect(result.leftOut[0]?.reason).toContain("optional, and could not be loaded");
  });

  it.each(["http://10.0.0.1/c.tgz", "http://localhost:1/c/-/c-1.0.0.tgz", "file:///etc/passwd", "javascript:alert(1)"])(
    "does not follow a lockfile to %s",
    async (resolved) => {
      const settings = { registry: "", scopes: {}, tokens: {} };
      const error = await refused({
        lockfiles: lock({ "node_modules/c": entry("c", "1.0.0", { resolved }) }),
        settings,
        defaultRegistry: registry.url,
      });
      expect(error.message).toContain("not an https address");
      expect(registry.requests).toEqual([]);
    },
  );
});

describe("without a lockfile", () => {
  it("says that results can't be repeated, and asks", async () => {
    expect(await refused({ lockfiles: new Map() })).toMatchObject({ kind: "no-lockfile" });
  });

  it("resolves ranges when it is allowed to", async () => {
    const manifests = new Map([
      ["", JSON.stringify({ dependencies: { a: "^1.0.0", "@scope/b": "2" }, optionalDependencies: { gone: "1" } })],
    ]);
    const result = await installed({ lockfiles: new Map(), allowNoLockfile: true, manifests });
    expect(result.packages.map(({ location, version }) => `${location} ${version}`)).toEqual([
      "node_modules/@scope/b 2.0.0",
      "node_modules/a 1.0.0",
      "node_modules/a/node_modules/c 1.0.0",
      "node_modules/c 2.0.0",
    ]);
    expect(result.source.kind).toBe("no-lockfile");
  });

  it("names a range that nothing satisfies", async () => {
    const manifests = new Map([["", JSON.stringify({ dependencies: { a: "^9.0.0" } })]]);
    expect((await refused({ lockfiles: new Map(), allowNoLockfile: true, manifests })).message).toContain('"^9.0.0"');
  });

  it("needs none where nothing is depended on", async () => {
    expect((await installed({ lockfiles: new Map(), manifests: new Map([["", "{}"]]) })).source.kind).toBe("none");
  });
});
