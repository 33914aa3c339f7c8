import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseQuery } from "../src/query.js";
import { writeQuery } from "../src/write-query.js";

describe("queries", () => {
  it("reads pairs", () => {
    assert.deepEqual([...parseQuery("a=1&b=x%20y&&c")], [["a", "1"], ["b", "x y"], ["c", ""]]);
  });

  it("takes the last value", () => {
    assert.equal(parseQuery("a=1&a=2").get("a"), "2");
  });

  it("writes pairs", () => {
    assert.equal(writeQuery([["a b", "&"]]), "a%20b=%26");
  });
});
