/** The arrows: core <- protocol <- app <- { adapters, workers, cli, ui }; only the composition root sees adapters and ui together. */
const only = (name, from, to, comment) => ({ name, severity: "error", comment, from, to });

module.exports = {
  forbidden: [
    only(
      "no-circular",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
      "A cycle has no bottom from which to understand it.",
    ),
    only("no-unresolved", {}, { couldNotResolve: true, pathNot: "^fixgate:" }, "What can't be resolved was never run."),
    only(
      "core-is-pure",
      { path: "^src/core/", pathNot: "\\.test\\.ts$" },
      { pathNot: ["^src/core/", "^node_modules/(@noble/hashes|picomatch|node-diff3|diff|valibot|yaml)/"] },
      "The core knows nobody, and no clock, thread or page.",
    ),
    only(
      "protocol-sees-core",
      { path: "^src/protocol/", pathNot: "\\.test\\.ts$" },
      { path: "^(src/(app|adapters|ui|cli)|workers|e2e)/" },
      "What crosses a thread stands below who sends it.",
    ),
    only(
      "app-sees-ports",
      { path: "^src/app/", pathNot: "\\.test\\.ts$" },
      { path: "^(src/(adapters|ui|cli)|workers|e2e)/" },
      "Use cases know ports, not what implements them.",
    ),
    only(
      "adapters-see-no-ui",
      { path: "^src/adapters/", pathNot: "\\.test\\.ts$" },
      { path: "^(src/(ui|cli)/|src/main|e2e/)" },
      "An adapter has no screen.",
    ),
    only(
      "workers-see-no-app",
      { path: "^workers/", pathNot: "\\.test\\.ts$" },
      { path: "^src/(ui|cli|adapters)/|^src/app/(?!ports/)|^e2e/" },
      "A worker knows the core, the protocol and the ports' types.",
    ),
    only("ui-sees-no-adapter", { path: "^src/ui/" }, { path: "^(src/(adapters|cli)|workers|e2e)/" }, "A screen asks the app."),
    only("cli-sees-no-ui", { path: "^src/cli/" }, { path: "^(src/ui/|src/main|e2e/)" }, "The command drives the app from outside."),
    only(
      "verify-without-browser",
      { path: "^src/cli/(commands/verify\\.ts$|verify/)", pathNot: "\\.test\\.ts$" },
      { path: "node_modules/playwright-core/", reachable: true },
      "A receipt is checked without a browser, also where none can be driven.",
    ),
    only(
      "monaco-in-one-folder",
      { pathNot: "^src/ui/diff/" },
      { path: "node_modules/monaco-editor/" },
      "Two megabytes that only the diff needs.",
    ),
    only(
      "react-in-ui",
      { path: "^(src|workers)/", pathNot: "^src/(ui/|main\\.tsx$)" },
      { path: "node_modules/(react|react-dom|radix-ui|cmdk|lucide-react)/" },
      "React is the screens' own.",
    ),
    only(
      "no-tests-in-code",
      { pathNot: "\\.(test|journey|contract)\\.tsx?$|^e2e/|/contract/" },
      { path: "\\.(test|journey)\\.tsx?$" },
      "Code that imports a test would ship it.",
    ),
    only(
      "no-e2e-in-code",
      { path: "^(src|workers)/", pathNot: "\\.test\\.tsx?$" },
      { path: "^e2e/" },
      "Journeys look at the code, not the other way.",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(public|dist|e2e/cases)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
