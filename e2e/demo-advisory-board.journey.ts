/** The component library's demo: a reviewer refuses what every test lets through, and the second answer is right. */
import { expect, it } from "vitest";
import { artifactsOf } from "./harness/exported.ts";
import { startJourney } from "./harness/journey.ts";
import { openDemo, outcomes, runToEnd } from "./harness/runs.ts";

it(
  "refuses any for none by the reviewer, and verifies the second attempt",
  async () => {
    const journey = await startJourney({ viewport: { width: 1440, height: 900 } });
    await journey.open();
    await openDemo(journey, "advisory-board");
    const run = await runToEnd(journey, "AB-9");
    const [first, second] = run.attempts;
    // Every run is green. That "any" is not "none" is seen by the mutants, before any model was asked, and by the reviewer.
    expect(outcomes(first)).toMatchObject({ "passes-with-fix": "pass", suite: "pass", mutation: "fail", review: "fail" });
    expect(first?.outcome).toBe("refused");
    expect(second?.feedbackIn).not.toBeNull();
    expect(run.end).toMatchObject({ kind: "verified", attempt: 2 });
    expect(second?.outcome).toBe("verified");
    const names = (await artifactsOf(journey, run.id)).map(({ name }) => name);
    expect(names.map((name) => name.replace(/^.*\./, ".")).sort()).toEqual([".bundle", ".json", ".patch"]);
    const changes = await journey.ask((fixgate, id) => fixgate.changes(id as never, 2), run.id);
    expect(changes.map(({ role }) => role).sort()).toEqual(["fixer", "test-writer"]);
    await journey.screenshot("verified-run");
    expect(journey.foreignHosts()).toEqual([]);
    expect(journey.problems).toEqual([]);
  },
  12 * 60_000,
);
