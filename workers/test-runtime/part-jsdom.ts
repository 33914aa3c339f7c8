/* The part "jsdom": the package as Vitest imports it. */
export * from "jsdom";
