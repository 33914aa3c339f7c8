/** The app starts from its build, alone: cross-origin isolated, without an error, asking nobody but its own origin. */
import { expect, it } from "vitest";
import { startJourney } from "./harness/journey.ts";

it("opens, is cross-origin isolated, and asks nobody else", async () => {
  const journey = await startJourney();
  await journey.open();
  expect(await journey.page.title()).toBe("Fixgate");
  expect(await journey.page.evaluate(() => crossOriginIsolated)).toBe(true);
  const state = await journey.until("demos are listed", (now) => now.demos.length > 0 && now);
  expect(state.repository).toEqual({ kind: "none" });
  expect(journey.problems).toEqual([]);
  expect(journey.requests.length).toBeGreaterThan(0);
  expect(journey.foreignHosts()).toEqual([]);
});
