import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "workers/**/*.test.ts", "e2e/ui-fixture/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    exclude: ["e2e/cases/**", "**/node_modules/**"],
  },
});
