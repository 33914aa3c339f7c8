import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseByYarn } from "@yarnpkg/lockfile";
import { describe, expect, it } from "vitest";
import { readClassicEntries } from "./yarn-classic.ts";
import { LOCKFILE_NAMES, readLockfile, type Lockfile, type Manifest } from "./index.ts";

const manifests = new Map<string, Manifest>([
  [
    "",
    {
      name: "root",
      dependencies: { a: "^1.0.0", renamed: "npm:@s/b@^2.0.0" },
      devDependencies: { w: "workspace:*" },
      optionalDependencies: { native: "^1.0.0" },
    },
  ],
  ["packages/w", { name: "w", version: "0.0.0", dependencies: { c: "^2.0.0" } }],
]);

/** One tree, as each of the package managers writes it: a needs c@1 and the workspace w needs c@2. */
const LOCKFILES: Readonly<Record<string, { readonly file: string; readonly text: string }>> = {
  "npm 3": {
    file: "package-lock.json",
    text: JSON.stringify({
      lockfileVersion: 3,
      packages: {
        "": { name: "root", workspaces: ["packages/w"] },
        "node_modules/a": { version: "1.0.0", resolved: "https://registry.test/a/-/a-1.0.0.tgz", integrity: "sha512-a" },
        "node_modules/renamed": { name: "@s/b", version: "2.0.0", integrity: "sha512-b" },
        "node_modules/c": { version: "1.0.0", integrity: "sha512-c1" },
        "node_modules/native": { version: "1.0.0", integrity: "sha512-n", optional: true, os: ["darwin"], cpu: ["arm64"] },
        "node_modules/w": { resolved: "packages/w", link: true },
        "packages/w": { name: "w" },
        "packages/w/node_modules/c": { version: "2.0.0", integrity: "sha512-c2" },
      },
    }),
  },
  "npm 1": {
    file: "package-lock.json",
    text: JSON.stringify({
      lockfileVersion: 1,
      dependencies: {
        a: {
          version: "1.0.0",
          resolved: "https://registry.test/a/-/a-1.0.0.tgz",
          integrity: "sha512-a",
          requires: { c: "^1.0.0" },
        },
        renamed: { version: "npm:@s/b@2.0.0", integrity: "sha512-b" },
        c: { version: "1.0.0", integrity: "sha512-c1" },
        native: { version: "1.0.0", integrity: "sha512-n", optional: true },
        w: { version: "file:packages/w", dependencies: { c: { version: "2.0.0", integrity: "sha512-c2" } } },
      },
    }),
  },
  "pnpm 6": {
    file: "pnpm-lock.yaml",
    text: `lockfileVersion: '6.0'
importers:
  .:
    dependencies:
      a: { specifier: ^1.0.0, version: 1.0.0 }
      renamed: { specifier: npm:@s/b@^2.0.0, version: /@s/b@2.0.0(a@1.0.0) }
    devDependencies:
      w: { specifier: workspace:*, version: link:packages/w }
    optionalDependencies:
      native: { specifier: ^1.0.0, version: 1.0.0 }
  packages/w:
    dependencies:
      c: { specifier: ^2.0.0, version: 2.0.0 }
packages:
  /a@1.0.0:
    resolution: {integrity: sha512-a}
    dependencies: {c: 1.0.0}
  /@s/b@2.0.0(a@1.0.0):
    resolution: {integrity: sha512-b}
    peerDependencies: {a: '*'}
    dependencies: {a: 1.0.0}
  /c@1.0.0:
    resolution: {integrity: sha512-c1}
  /c@2.0.0:
    resolution: {integrity: sha512-c2}
  /native@1.0.0:
    resolution: {integrity: sha512-n}
    os: [darwin]
    cpu: [arm64]
    optional: true
`,
  },
  "pnpm 9": {
    file: "pnpm-lock.yaml",
    text: `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      a: { specifier: ^1.0.0, version: 1.0.0 }
      renamed: { specifier: npm:@s/b@^2.0.0, version: '@s/b@2.0.0(a@1.0.0)' }
    devDependencies:
      w: { specifier: workspace:*, version: link:packages/w }
    optionalDependencies:
      native: { specifier: ^1.0.0, version: 1.0.0 }
  packages/w:
    dependencies:
      c: { specifier: ^2.0.0, version: 2.0.0 }
packages:
  a@1.0.0:
    resolution: {integrity: sha512-a}
  '@s/b@2.0.0':
    resolution: {integrity: sha512-b}
    peerDependencies: {a: '*'}
  c@1.0.0:
    resolution: {integrity: sha512-c1}
  c@2.0.0:
    resolution: {integrity: sha512-c2}
  native@1.0.0:
    resolution: {integrity: sha512-n}
    os: [darwin]
    cpu: [arm64]
snapshots:
  a@1.0.0:
    dependencies: {c: 1.0.0}
  '@s/b@2.0.0(a@1.0.0)':
    dependencies: {a: 1.0.0}
  c@1.0.0: {}
  c@2.0.0: {}
  native@1.0.0:
    optional: true
`,
  },
  "yarn 1": {
    file: "yarn.lock",
    text: `# yarn lockfile v1

a@^1.0.0:
  version "1.0.0"
  resolved "https://registry.test/a/-/a-1.0.0.tgz#0000000000000000000000000000000000000000"
  integrity sha512-a
  dependencies:
    c "^1.0.0"

"c@^1.0.0":
  version "1.0.0"
  integrity sha512-c1

c@^2.0.0:
  version "2.0.0"
  integrity sha512-c2

native@^1.0.0:
  version "1.0.0"
  integrity sha512-n

"renamed@npm:@s/b@^2.0.0":
  version "2.0.0"
  integrity sha512-b
`,
  },
  "yarn 4": {
    file: "yarn.lock",
    text: `__metadata:
  version: 8
  cacheKey: 10c0

"a@npm:^1.0.0":
  version: 1.0.0
  resolution: "a@npm:1.0.0"
  dependencies:
    c: "npm:^1.0.0"
  checksum: 10c0/00
  languageName: node
  linkType: hard

"c@npm:^1.0.0":
  version: 1.0.0
  resolution: "c@npm:1.0.0"
  linkType: hard

"c@npm:^2.0.0":
  version: 2.0.0
  resolution: "c@npm:2.0.0"
  linkType: hard

"native@npm:^1.0.0":
  version: 1.0.0
  resolution: "native@npm:1.0.0"
  conditions: os=darwin & cpu=arm64
  linkType: hard

"renamed@npm:@s/b@^2.0.0":
  version: 2.0.0
  resolution: "@s/b@npm:2.0.0"
  linkType: hard

"root@workspace:.":
  version: 0.0.0-use.local
  resolution: "root@workspace:."
  dependencies:
    a: "npm:^1.0.0"
    native: "npm:^1.0.0"
    renamed: "npm:@s/b@^2.0.0"
    w: "workspace:*"
  dependenciesMeta:
    native:
      optional: true
  languageName: unknown
  linkType: soft

"w@workspace:*, w@workspace:packages/w":
  version: 0.0.0-use.local
  resolution: "w@workspace:packages/w"
  dependencies:
    c: "npm:^2.0.0"
  linkType: soft
`,
  },
  bun: {
    file: "bun.lock",
    text: `{
  "lockfileVersion": 1,
  "workspaces": {
    "": { "name": "root", "dependencies": { "a": "^1.0.0" }, },
    "packages/w": { "name": "w", "dependencies": { "c": "^2.0.0" } },
  },
  "packages": {
    "a": ["a@1.0.0", "", { "dependencies": { "c": "^1.0.0" } }, "sha512-a"],
    "c": ["c@1.0.0", "", {}, "sha512-c1"],
    "native": ["native@1.0.0", "", { "os": "darwin", "cpu": "arm64" }, "sha512-n"],
    "renamed": ["@s/b@2.0.0", "", {}, "sha512-b"],
    "w": ["w@workspace:packages/w"],
    "w/c": ["c@2.0.0", "", {}, "sha512-c2"],
  },
}
`,
  },
};

function read(file: string, text: string): Lockfile {
  const result = readLockfile(new Map([[file, text]]), manifests);
  if (result?.ok !== true) throw new Error(JSON.stringify(result));
  return result.value;
}

describe.each(Object.entries(LOCKFILES))("%s", (kind, { file, text }) => {
  const lockfile = read(file, text);
  const rows = lockfile.packages.map((each) => `${each.location} ${each.name}@${each.version}`).sort();
  // npm and Bun say where packages lie; for the others this project lays them out, direct dependencies first.
  const versionsOfC: Readonly<Record<string, readonly [string, string]>> = {
    "npm 1": ["node_modules/c", "node_modules/w/node_modules/c"],
    "npm 3": ["node_modules/c", "packages/w/node_modules/c"],
    bun: ["node_modules/c", "packages/w/node_modules/c"],
  };
  const [first, second] = versionsOfC[kind] ?? ["node_modules/a/node_modules/c", "node_modules/c"];

  it("names every package and where it lies", () => {
    expect(rows).toEqual(
      [
        "node_modules/a a@1.0.0",
        `${first} c@1.0.0`,
        `${second} c@2.0.0`,
        "node_modules/native native@1.0.0",
        "node_modules/renamed @s/b@2.0.0",
      ].sort(),
    );
  });
  it("links the workspace into its folder", () => {
    expect(lockfile.links).toEqual([{ location: "node_modules/w", target: "packages/w" }]);
  });
  it("keeps integrity, or says that it has none", () => {
    const integrity = lockfile.packages.map((each) => each.integrity);
    if (kind === "yarn 4") expect(integrity.every((each) => each === null)).toBe(true);
    else expect(integrity.sort()).toEqual(["sha512-a", "sha512-b", "sha512-c1", "sha512-c2", "sha512-n"]);
  });
  it("tells what is optional and for which machine", () => {
    const native = lockfile.packages.find((each) => each.name === "native");
    expect(native?.optional).toBe(true);
    expect(native?.platform).toEqual(kind === "npm 1" || kind === "yarn 1" ? [] : ["darwin", "arm64"]);
    expect(lockfile.packages.filter((each) => each.optional)).toHaveLength(1);
  });
  it("takes an ordinary address as the registry's, so that the registry can be another", () => {
    expect(lockfile.packages.every((each) => each.origin.kind === "registry")).toBe(true);
  });
});

it("reads a classic lockfile as Yarn's own parser does", () => {
  const text = `${LOCKFILES["yarn 1"]?.text ?? ""}
"@types/node@*", "@types/node@>= 8", "x y@^1 || ^2":
  version "20.1.0"
  resolved "https://registry.test/@types/node/-/node-20.1.0.tgz#aa"
  optionalDependencies:
    "fs events" "~2.3.2"
    d "1"
`;
  const expected = parseByYarn(text).object as Readonly<
    Record<string, { version: string; dependencies?: object; optionalDependencies?: object }>
  >;
  const entries = readClassicEntries(text);
  if (!entries.ok) throw new Error(entries.error.message);
  expect([...entries.value.keys()].sort()).toEqual(Object.keys(expected).sort());
  for (const [pattern, entry] of entries.value) {
    expect(entry.fields["version"]).toBe(expected[pattern]?.version);
    expect(entry.dependencies).toEqual({ ...expected[pattern]?.dependencies });
    expect(entry.optionalDependencies).toEqual({ ...expected[pattern]?.optionalDependencies });
  }
});

it("reads this project's own lockfile: what npm installed is what it names", () => {
  const root = join(import.meta.dirname, "../../..");
  const lockfile = read("package-lock.json", readFileSync(join(root, "package-lock.json"), "utf8"));
  const hidden = JSON.parse(readFileSync(join(root, "node_modules/.package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, { version: string; optional?: boolean }>>;
  };
  const named = new Map(lockfile.packages.map((each) => [each.location, each.version]));
  const installed = Object.entries(hidden.packages).filter(([, entry]) => entry.optional !== true);
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([location, entry]) => named.get(location) !== entry.version)).toEqual([]);
});

it.each([
  ["package-lock.json", "{", "is not JSON"],
  ["package-lock.json", '{"lockfileVersion":3}', "neither packages nor dependencies"],
  ["pnpm-lock.yaml", "a: [", "is not YAML"],
  ["pnpm-lock.yaml", "lockfileVersion: 5.4\n", "versions 6 and 9"],
  ["yarn.lock", "<<<<<<< HEAD\n", "merge conflict"],
  ["bun.lock", "{", "can't be read"],
])("%s with %j: says what is wrong and how to make it again", (file, text, words) => {
  const result = readLockfile(new Map([[file, text]]), manifests);
  expect(result?.ok).toBe(false);
  if (result?.ok !== false) return;
  expect(result.error.message).toContain(words);
  expect(result.error.advice).toContain("Make it again");
});

it("takes the lockfile of the package manager that package.json names", () => {
  const texts = new Map(Object.values(LOCKFILES).map(({ file, text }) => [file, text]));
  const chosen = readLockfile(texts, new Map([["", { ...manifests.get(""), packageManager: "pnpm@9.1.0" }]]));
  expect(chosen?.ok === true && chosen.value.name).toContain("pnpm-lock.yaml");
  expect(readLockfile(new Map([["other", ""]]), manifests)).toBeNull();
  expect(LOCKFILE_NAMES).toContain("bun.lock");
});
