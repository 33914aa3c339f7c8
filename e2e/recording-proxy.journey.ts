/** The record that other journeys rely on: it sees workers too, and lets nothing leave this machine. */
import { expect, it } from "vitest";
import { startJourney } from "./harness/journey.ts";

it("sees what a frame, a worker and a nested worker ask for, and forwards nothing that is not this machine", async () => {
  const journey = await startJourney();
  await journey.page.goto(`data:text/html,<title>blank</title>`);
  await journey.page.evaluate(async () => {
    const source = `fetch("http://worker.invalid/a").catch(() => postMessage("done"))`;
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    await new Promise((resolve) => (worker.onmessage = resolve));
    await fetch("http://page.invalid/b").catch(() => undefined);
    await fetch("https://tunnel.invalid/c").catch(() => undefined);
  });
  expect(journey.foreignHosts()).toEqual(["page.invalid", "tunnel.invalid:443", "worker.invalid"]);
  expect(journey.requests.filter((request) => request.host.includes("invalid")).map((request) => request.forwarded)).toEqual([
    false,
    false,
    false,
  ]);
});
