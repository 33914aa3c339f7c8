import { expect, it } from "vitest";
import { exportLocks } from "../src/index.ts";

it("is empty without locks", () => {
  expect(exportLocks([])).toBe("");
});

it("writes a line for each lock, sorted by key", () => {
  const text = exportLocks([
    { key: "jobs/import", holder: "ada", expiresAt: 1_000 },
    { key: "jobs/export", holder: "ben", expiresAt: 2_000 },
  ]);
  expect(text).toBe(
    [
      '{"key":"jobs/export","holder":"ben","expiresAt":2000}',
      '{"key":"jobs/import","holder":"ada","expiresAt":1000}',
    ].join("\n"),
  );
});
