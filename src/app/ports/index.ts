export * from "./agent.ts";
export * from "./analysis.ts";
export * from "./demos.ts";
export * from "./dependencies.ts";
export * from "./model-backend.ts";
export * from "./repo.ts";
export * from "./sandbox.ts";
export * from "./store.ts";
