/* The part "happy-dom": the package as Vitest imports it. */
export * from "happy-dom";
