/** How a start notices that packages are missing: of another lockfile, gone from the folder, or never installed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
// @ts-expect-error -- plain JavaScript, since it runs in a fresh clone
import * as prepare from "./prepare.mjs";

const { missingPackage } = prepare as { missingPackage: (root: string) => string | null };

interface Entry {
  readonly version?: string;
  readonly optional?: boolean;
  readonly peer?: boolean;
}

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "fixgate-prepare-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const lockfile = (path: string, packages: Readonly<Record<string, Entry>>): void => {
  writeFileSync(join(root, path), JSON.stringify({ lockfileVersion: 3, packages }));
};
/** What npm leaves behind: the packages, and its own list of them. */
function installed(packages: Readonly<Record<string, Entry>>): void {
  for (const location of Object.keys(packages)) mkdirSync(join(root, location), { recursive: true });
  lockfile("node_modules/.package-lock.json", packages);
}

const A = { "node_modules/a": { version: "1.0.0" } };
const B = { "node_modules/b": { version: "2.0.0" } };

describe("missingPackage", () => {
  it("everything is there", () => {
    lockfile("package-lock.json", { "": {}, ...A, ...B });
    installed({ ...A, ...B });
    expect(missingPackage(root)).toBeNull();
  });

  it("nothing was installed", () => {
    lockfile("package-lock.json", { "": {}, ...A });
    expect(missingPackage(root)).toBe("node_modules");
  });

  it("a package that the lockfile has got since", () => {
    lockfile("package-lock.json", { "": {}, ...A, ...B });
    installed(A);
    expect(missingPackage(root)).toBe("node_modules/b 2.0.0");
  });

  it("another version of one", () => {
    lockfile("package-lock.json", { "": {}, "node_modules/a": { version: "1.0.1" } });
    installed(A);
    expect(missingPackage(root)).toBe("node_modules/a 1.0.1");
  });

  it("one that was removed by hand, whatever npm's list says", () => {
    lockfile("package-lock.json", { "": {}, ...A, ...B });
    installed({ ...A, ...B });
    rmSync(join(root, "node_modules/b"), { recursive: true });
    expect(missingPackage(root)).toBe("node_modules/b 2.0.0");
  });

  it("asks for nothing that npm may leave out: optional ones of other systems, peers", () => {
    lockfile("package-lock.json", {
      "": {},
      ...A,
      "node_modules/mac-only": { version: "1.0.0", optional: true },
      "node_modules/peer": { version: "1.0.0", peer: true },
    });
    installed(A);
    expect(missingPackage(root)).toBeNull();
  });
});
