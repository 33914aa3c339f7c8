/** The same suite in Chromium, Firefox and WebKit, one engine after the other: they share the machine's processors. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["engines/*.engine.ts"],
    globalSetup: ["engines/global-setup.ts"],
    fileParallelism: false,
    pool: "forks",
    // Ends what hangs; how long something may take is no test's business, since machines differ tenfold.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
