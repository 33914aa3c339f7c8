export * from "./create-dependency-source.ts";
