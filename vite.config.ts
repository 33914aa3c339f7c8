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
  // Unknown to WebKit, which then doesn't isolate the page: there the sandbox would not run in one.
  "Cross-Origin-Embedder-Policy": "credentialless",
  // The sandbox's frame has an opaque origin: to Firefox it is another one than the page's.
  "Cross-Origin-Resource-Policy": "cross-origin",
};

type ModuleInfoOf = (id: string) => { readonly isEntry: boolean; readonly importers: readonly string[] } | null;

/** Is this module loaded together with an entry, and not one itself? What only later chunks share may come later. */
function belowEntry(id: string, infoOf: ModuleInfoOf): boolean {
  const seen = new Set<string>();
  const reaches = (module: string): boolean => {
    if (seen.has(module)) return false;
    seen.add(module);
    const info = infoOf(module);
    return info !== null && (info.isEntry || info.importers.some(reaches));
  };
  return infoOf(id)?.isEntry !== true && reaches(id);
}

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
  worker: {
    format: "es",
    // A worker's entry holds nothing that a chunk loaded later could import from it: WebKit would run the entry once more, and
    // then two of the same worker answer every message.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: (id, context) => (belowEntry(id, (module) => context.getModuleInfo(module)) ? "start" : null),
              debugName: "start",
            },
          ],
        },
      },
    },
  },
  server: { host: "127.0.0.1", headers: isolation },
  preview: { host: "127.0.0.1", headers: isolation },
  build: {
    target: "es2022",
    sourcemap: true,
    // Monaco's core alone is above Vite's default; it is loaded only when a change is first shown.
    chunkSizeWarningLimit: 4096,
  },
});
