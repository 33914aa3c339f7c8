import assert from "node:assert/strict";
import { test } from "vitest";
import { ConfigError } from "../src/config-error";
import { readConfig } from "../src/read-config";

test("says which file is broken, and why", () => {
  assert.throws(
    () => readConfig("north.json", '{"station": '),
    (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.equal(error.file, "north.json");
      assert.equal(error.message, "north.json: is not valid JSON");
      assert.ok(error.cause instanceof SyntaxError);
      return true;
    },
  );
});

test("has no cause where JSON was fine", () => {
  assert.throws(
    () => readConfig("north.json", "[]"),
    (error: unknown) => error instanceof ConfigError && error.message.endsWith("station must be a string") && error.cause === undefined,
  );
});
