/**
 * The app's build: one page, relative base (it is served from any folder), workers as modules. Cross-origin isolation
 * headers are sent by the dev and preview servers too, so that what works here works where `npm start` serves it.
 */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export default defineConfig({
  base: "./",
  plugins: [react()],
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
