/** Journeys: one after the other, in one Chromium that they share, against the built app. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.journey.ts"],
    exclude: ["cases/**"],
    globalSetup: ["harness/global-setup.ts"],
    fileParallelism: false,
    pool: "forks",
    // Ends what hangs; how long something may take is no journey's business, since machines differ tenfold.
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
