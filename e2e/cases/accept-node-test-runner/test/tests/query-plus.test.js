import assert from "node:assert/strict";
import { test } from "node:test";
import { parseQuery } from "../src/query.js";

test("a plus is a space", () => {
  assert.equal(parseQuery("q=a+b+c").get("q"), "a b c");
  assert.equal(parseQuery("first+name=x").get("first name"), "x");
});

test("an escaped plus is a plus", () => {
  assert.equal(parseQuery("q=1%2B1").get("q"), "1+1");
});
