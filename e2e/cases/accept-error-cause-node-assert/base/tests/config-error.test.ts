import assert from "node:assert/strict";
import { test } from "vitest";
import { ConfigError } from "../src/config-error";

test("names the file", () => {
  assert.equal(new ConfigError("a.json", "is odd").message, "a.json: is odd");
});

test("is an Error with a name", () => {
  const error = new ConfigError("a.json", "is odd");
  assert.ok(error instanceof Error);
  assert.equal(error.name, "ConfigError");
  assert.equal(error.cause, undefined);
});
