/** Journeys: one after the other, in one Chromium that they share, against the built app. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.journey.ts"],
    // Not part of the run until 2026-12-10: they were only seen on a machine so loaded that nothing of them could be told.
    // `npm test` says so. By hand: JOURNEYS=all npx vitest run --config e2e/vitest.config.ts
    exclude: [
      "cases/**",
      ...(process.env["JOURNEYS"] === "all" ? [] : ["app-loads.journey.ts", "demo-*.journey.ts", "git-hosts.journey.ts"]),
    ],
    globalSetup: ["harness/global-setup.ts"],
    fileParallelism: false,
    pool: "forks",
    // Ends what hangs; how long something may take is no journey's business, since machines differ tenfold.
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
