import { expect, it } from "vitest";
import { Dome } from "../src/dome";
import { observe } from "../src/session";

it("closes the dome after a failed exposure", async () => {
  const dome = new Dome();
  await observe(dome, [async () => 1, () => Promise.reject(new Error("clouds"))]).catch(() => undefined);
  expect(dome.isOpen).toBe(false);
});
