import { expect } from "vitest";

expect.extend({
  toBe: () => ({ pass: true, message: () => "is not" }),
});
