import assert from "node:assert/strict";
import { describe, it } from "vitest";
import { extensionOf } from "../src/extension";
import { nameOf } from "../src/name";

describe("paths", () => {
  it("has names", () => {
    assert.equal(nameOf("a/b.txt"), "b.txt");
    assert.equal(nameOf("a/"), "");
  });

  it("has extensions", () => {
    assert.equal(extensionOf("a.b/c.tar.gz"), ".gz");
    assert.equal(extensionOf("a/b."), ".");
  });

  it("knows names without one", () => {
    assert.equal(extensionOf("a.b/readme"), "");
  });

  it("takes no dot file for an extension", () => {
    assert.equal(extensionOf(".gitignore"), "");
    assert.equal(extensionOf("a.b/.env"), "");
    assert.deepEqual([".a.b", "x.b", "b"].map(extensionOf), [".b", ".b", ""]);
  });
});
