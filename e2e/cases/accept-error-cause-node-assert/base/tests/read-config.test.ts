import assert from "node:assert/strict";
import { test } from "vitest";
import { readConfig } from "../src/read-config";

test("reads station and port", () => {
  assert.deepEqual(readConfig("a.json", '{"station":"North","port":1}'), { station: "North", port: 1 });
});

test("has a port of its own", () => {
  assert.equal(readConfig("a.json", '{"station":"North"}').port, 8080);
});

test("wants an object", () => {
  assert.throws(() => readConfig("a.json", "null"), /a\.json: must be an object/);
  assert.throws(() => readConfig("a.json", "3"), /must be an object/);
});

test("wants a station and a numeric port", () => {
  assert.throws(() => readConfig("a.json", "{}"), /station/);
  assert.throws(() => readConfig("a.json", '{"station":"N","port":"1"}'), /port/);
});
