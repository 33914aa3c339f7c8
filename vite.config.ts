/**
 * The app's build: one page, relative base (it is served from any folder), workers as modules. Cross-origin isolation
 * headers are sent by the dev and preview servers too, so that what works here works where `npm start` serves it.
 */
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** StrykerJS's operators are pure, but import from packages that need Node: the analysis worker brings what they use of them. */
const operators = (file: string): string => fileURLToPath(new URL(`./workers/analysis/mutate/browser/${file}`, import.meta.url));

const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  // The sandbox's frame has an opaque origin: to Firefox it is another one than the page's.
  "Cross-Origin-Resource-Policy": "cross-origin",
};

export default defineConfig({
  base: "./",
  plugins: [react()],
  resolve: {
    alias: {
      "@babel/core": operators("babel-core.ts"),
      "@stryker-mutator/api/core": operators("stryker-api.ts"),
      "@stryker-mutator/util": operators("stryker-util.ts"),
      "weapon-regex": operators("weapon-regex.ts"),
    },
  },
  worker: { format: "es" },
  server: { host: "127.0.0.1", headers: isolation },
  preview: { host: "127.0.0.1", headers: isolation },
  build: {
    target: "es2022",
    sourcemap: true,
    // Monaco's core alone is above Vite's default; it is loaded only when a change is first shown.
    chunkSizeWarningLimit: 4096,
  },
});
