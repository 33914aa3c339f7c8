import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "workers/**/*.test.ts", "e2e/**/*.test.ts"],
    exclude: ["e2e/cases/**", "**/node_modules/**"],
  },
});
