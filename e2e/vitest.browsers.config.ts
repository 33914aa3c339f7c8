/** Contract suites and attacks in real browsers and real processes: one file after the other, so that none takes another's time for its own. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["**/*.test.ts"],
    exclude: ["cases/**", "ui-fixture/**"],
    fileParallelism: false,
    pool: "forks",
    // Ends what hangs; how long something may take is no test's business, since machines differ tenfold.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
