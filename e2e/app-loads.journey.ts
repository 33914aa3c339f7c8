/** The app starts from its build, alone: without an error, asking nobody but its own origin, wherever it is served. */
import { expect, it } from "vitest";
import { startAppInFolder } from "./harness/app-server.ts";
import { startJourney } from "./harness/journey.ts";
import { openDemo, runToEnd } from "./harness/runs.ts";

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

it("verifies a ticket from a host of plain files: below a folder, not isolated", async () => {
  const server = await startAppInFolder("fixgate");
  try {
    const journey = await startJourney({ appUrl: server.url });
    await journey.open();
    expect(await journey.page.evaluate(() => crossOriginIsolated)).toBe(false);
    await openDemo(journey, "lockbox");
    expect((await runToEnd(journey, "LB-1")).end).toMatchObject({ kind: "verified" });
    expect(journey.problems).toEqual([]);
    expect(journey.foreignHosts()).toEqual([]);
  } finally {
    await server.close();
  }
});
