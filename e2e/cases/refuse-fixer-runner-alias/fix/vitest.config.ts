import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: [{ find: /^.*\/may-do$/, replacement: fileURLToPath(new URL("./src/may-do-strict.ts", import.meta.url)) }] },
  test: { include: ["tests/**/*.test.ts"] },
});
