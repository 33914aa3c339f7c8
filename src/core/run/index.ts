export * from "./run.ts";
export * from "./run-view.ts";
