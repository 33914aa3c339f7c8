import { expect, it } from "vitest";
import { fetchRegistry } from "../src/registry";

it("reads the registry", async () => {
  expect(await fetchRegistry()).toEqual([]);
});
