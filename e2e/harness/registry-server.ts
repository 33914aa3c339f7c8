/**
 * A package registry on loopback that serves real tarballs: fixture packages written to a temporary folder and packed by
 * `npm pack`. Answers as the registry API says, with what a test wants to go wrong.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface FixturePackage {
  /** Its package.json. */
  readonly manifest: { readonly name: string; readonly version: string } & Readonly<Record<string, unknown>>;
  /** Text by path; an `index.js` is added where there is none. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface RegistryBehaviour {
  /** Sends Access-Control-Allow-Origin. */
  cors: boolean;
  /** Wants "Bearer <token>". */
  token: string | null;
  /** Answers these with other bytes, or with an HTTP status, or leaves the connection hanging. */
  broken: Map<string, "other-bytes" | "hang" | number>;
}

export interface PackedFixture {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly shasum: string;
}

export interface TestRegistry {
  /** "http://127.0.0.1:1234/". */
  readonly url: string;
  readonly behaviour: RegistryBehaviour;
  /** "GET /a/-/a-1.0.0.tgz", with the token that came along. */
  readonly requests: { readonly line: string; readonly authorization: string | null }[];
  packed(name: string, version: string): PackedFixture;
  close(): Promise<void>;
}

export async function startRegistry(fixtures: readonly FixturePackage[]): Promise<TestRegistry> {
  const tarballs = packFixtures(fixtures);
  const packed = new Map<string, PackedFixture>();
  for (const { manifest } of fixtures) {
    const bytes = tarballs.get(fileOf(manifest.name, manifest.version)) ?? Buffer.alloc(0);
    packed.set(`${manifest.name}@${manifest.version}`, {
      name: manifest.name,
      version: manifest.version,
      integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
      shasum: createHash("sha1").update(bytes).digest("hex"),
    });
  }
  const behaviour: RegistryBehaviour = { cors: true, token: null, broken: new Map() };
  const requests: { line: string; authorization: string | null }[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "/").slice(1));
    const { authorization } = request.headers;
    requests.push({ line: `${request.method ?? ""} /${path}`, authorization: authorization ?? null });
    if (behaviour.cors) {
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.setHeader("Access-Control-Allow-Headers", "authorization");
    }
    if (request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    if (behaviour.token !== null && authorization !== `Bearer ${behaviour.token}`) {
      response.writeHead(401).end();
      return;
    }
    const broken = behaviour.broken.get(path);
    if (broken === "hang") return;
    if (typeof broken === "number") {
      response.writeHead(broken).end();
      return;
    }
    const bytes = tarballs.get(path);
    if (bytes !== undefined) {
      response
        .writeHead(200, { "Content-Type": "application/octet-stream" })
        .end(broken === "other-bytes" ? Buffer.concat([bytes, Buffer.from([0])]) : bytes);
      return;
    }
    const versions = fixtures.filter((fixture) => fixture.manifest.name === path);
    if (versions.length === 0) {
      response.writeHead(404).end();
      return;
    }
    const { port } = server.address() as AddressInfo;
    response.writeHead(200, { "Content-Type": "application/json" }).end(
      JSON.stringify({
        name: path,
        "dist-tags": { latest: versions.at(-1)?.manifest.version },
        versions: Object.fromEntries(
          versions.map(({ manifest }) => {
            const { integrity, shasum } = packed.get(`${manifest.name}@${manifest.version}`) ?? {};
            const tarball = `http://127.0.0.1:${String(port)}/${fileOf(manifest.name, manifest.version)}`;
            return [manifest.version, { ...manifest, dist: { integrity, shasum, tarball } }];
          }),
        ),
      }),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    behaviour,
    requests,
    packed(name, version) {
      const found = packed.get(`${name}@${version}`);
      if (found === undefined) throw new Error(`no fixture ${name}@${version}`);
      return found;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

const fileOf = (name: string, version: string): string => `${name}/-/${name.slice(name.lastIndexOf("/") + 1)}-${version}.tgz`;

/** By the path under which a registry serves them. */
function packFixtures(fixtures: readonly FixturePackage[]): Map<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "fixgate-registry-"));
  try {
    const sources = fixtures.map(({ manifest, files = {} }, at) => {
      const source = join(folder, `p${String(at)}`);
      const all = {
        "index.js": `module.exports = ${JSON.stringify(manifest.version)};\n`,
        ...files,
        "package.json": JSON.stringify(manifest),
      };
      for (const [path, text] of Object.entries(all)) {
        mkdirSync(dirname(join(source, path)), { recursive: true });
        writeFileSync(join(source, path), text);
      }
      return source;
    });
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const listed = execFileSync(npm, ["pack", ...sources, "--json", "--ignore-scripts", "--pack-destination", folder], {
      encoding: "utf8",
      cwd: folder,
    });
    const results = JSON.parse(listed) as readonly { readonly name: string; readonly version: string; readonly filename: string }[];
    return new Map(
      results.map(({ name, version, filename }) => [
        fileOf(name, version),
        readFileSync(join(folder, filename.replace(/^@/, "").replace("/", "-"))),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
