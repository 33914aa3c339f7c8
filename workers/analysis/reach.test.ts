import { describe, expect, it } from "vitest";
import { oidOf, repoPathOf, type SnapshotFiles } from "../../src/core/snapshot/index.ts";
import { testsThatReach } from "./reach.ts";

function tree(files: Readonly<Record<string, string>>): SnapshotFiles {
  const list = Object.entries(files).map(([path, text], index) => ({
    path: repoPathOf(path),
    oid: oidOf(index.toString(16).padStart(40, "0")),
    bytes: new TextEncoder().encode(text),
  }));
  return {
    oid: oidOf("f".repeat(40)),
    submodules: [],
    entries: list.map(({ path, oid, bytes }) => ({ path, oid, mode: "100644" as const, size: bytes.length })),
    blobs: new Map(list.map(({ oid, bytes }) => [oid, bytes])),
  };
}

describe("tests that a change reaches", () => {
  const files = tree({
    "package.json": '{"name":"me","devDependencies":{"vitest":"*","left-pad":"*"}}',
    "src/a.ts": "export const a = 1;",
    "src/b.ts": "export * from './a.js';",
    "src/c.ts": "export const c = 1;",
    "tests/b.test.ts": "import { it } from 'vitest'; import { a } from '../src/b';",
    "tests/c.test.ts": "import { it } from 'vitest'; import pad from 'left-pad'; import { c } from '../src/c.ts';",
    "tests/alias.test.ts": "import { c } from '@/c';",
    "tests/self.test.ts": "import { c } from 'me';",
  });
  const tests = files.entries.map((entry) => entry.path).filter((path) => path.startsWith("tests/"));
  it("follows imports, and counts what it can't place as reaching", () => {
    expect(testsThatReach(files, [repoPathOf("src/a.ts")], tests)).toEqual([
      "tests/b.test.ts",
      "tests/alias.test.ts",
      "tests/self.test.ts",
    ]);
    expect(testsThatReach(files, [repoPathOf("src/c.ts")], tests)).toEqual([
      "tests/c.test.ts",
      "tests/alias.test.ts",
      "tests/self.test.ts",
    ]);
  });
});
