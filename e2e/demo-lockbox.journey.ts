/** The lock manager's demo: a run with a denied write that is verified, a run that sticks, and runs that a person ends. */
import { expect, it } from "vitest";
import { artifactsOf } from "./harness/exported.ts";
import { startJourney } from "./harness/journey.ts";
import { openDemo, outcomes, runToEnd, startRun, untilEnd } from "./harness/runs.ts";

const MINUTES = 60_000;

it(
  "denies a write, takes a pause, and verifies the second attempt",
  async () => {
    const journey = await startJourney();
    await journey.open();
    await openDemo(journey, "lockbox");
    await startRun(journey, "LB-7");

    await journey.ask((fixgate) => {
      fixgate.pauseRun();
    }, null);
    await journey.until("the pause is on record", ({ run }) => run?.paused);
    const asked = (state: Awaited<ReturnType<typeof journey.state>>) =>
      Object.values(state.run?.attempts.at(-1)?.roles ?? {}).filter((role) => role.state !== "waiting").length;
    await journey.until("the role that was working is done", ({ run }) =>
      Object.values(run?.attempts.at(-1)?.roles ?? {}).every((role) => role.state !== "working"),
    );
    const held = asked(await journey.state());
    await journey.page.waitForTimeout(1500);
    expect(asked(await journey.state()), "roles asked while the run was paused").toBe(held);
    await journey.ask((fixgate) => {
      fixgate.resumeRun();
    }, null);

    const run = await untilEnd(journey);
    expect(run.end).toMatchObject({ kind: "verified", attempt: 2 });
    const [first, second] = run.attempts;
    expect(first?.roles.fixer.denied.map(({ path }) => path)).toEqual(["tests/backoff.test.ts"]);
    expect(first?.outcome).toBe("refused");
    expect(outcomes(first)["scope"]).toBe("fail");
    expect(first?.feedbackOut).toContain("tests/backoff.test.ts");
    expect(Object.values(outcomes(second)).filter((outcome) => outcome !== "pass" && outcome !== "not-applicable")).toEqual([]);

    const artifacts = await artifactsOf(journey, run.id);
    expect(artifacts.map(({ name }) => name.replace(/^.*\./, ".")).sort()).toEqual([".bundle", ".json", ".patch"]);
    const envelope = JSON.parse(artifacts.find(({ name }) => name.endsWith(".json"))?.bytes.toString("utf8") ?? "") as {
      payload: string;
    };
    const statement = JSON.parse(Buffer.from(envelope.payload, "base64").toString("utf8")) as {
      predicate: { result: string; fixgate: { scripted: boolean } };
    };
    expect(statement.predicate).toMatchObject({ result: "PASSED", fixgate: { scripted: true } });
    // What a person sees: the end in words, and that no model has spoken.
    const text = await journey.page.locator("body").innerText();
    expect(text).toMatch(/verified/i);
    expect(text).toMatch(/scripted/i);
    expect(journey.foreignHosts()).toEqual([]);
    expect(journey.problems).toEqual([]);
  },
  12 * MINUTES,
);

it(
  "sticks where the same gates stay red, and says what to do",
  async () => {
    const journey = await startJourney();
    await journey.open();
    await openDemo(journey, "lockbox");
    const run = await runToEnd(journey, "LB-12");
    expect(run.end).toMatchObject({ kind: "stuck", observations: 3, nextAction: "investigate" });
    expect(run.attempts).toHaveLength(3);
    for (const attempt of run.attempts) {
      expect(outcomes(attempt)).toMatchObject({ "passes-with-fix": "pass", suite: "fail" });
      expect(attempt.gates.find(({ gate }) => gate === "suite")?.verdict?.findings.some(({ message }) => message.length > 0)).toBe(
        true,
      );
    }
    expect(await artifactsOf(journey, run.id)).toEqual([]);
    expect(await journey.page.locator("body").innerText()).toMatch(/investigate/i);
    await journey.screenshot("stuck-run");
    expect(journey.foreignHosts()).toEqual([]);
  },
  12 * MINUTES,
);

it(
  "keeps what was decided through a reload, and can be cancelled",
  async () => {
    const journey = await startJourney();
    await journey.open();
    await openDemo(journey, "lockbox");
    const { id } = await startRun(journey, "LB-1");
    const before = await journey.until(
      "something was decided",
      ({ run }) => run !== null && outcomes(run.attempts[0])["baseline"] === "pass" && run,
      300_000,
    );
    expect(before.end).toBeNull();
    await journey.page.reload();
    await journey.page.waitForFunction(() => "fixgate" in window);
    await journey.until("the run is marked", ({ runs }) => runs.some((run) => run.run === id && run.end === "interrupted"));
    await journey.ask((fixgate, run) => fixgate.showRun(run as never), id);
    const after = await journey.until("the run is shown", ({ run }) => run?.id === id && run);
    expect(after.end).toEqual({ kind: "interrupted" });
    // Everything that was on screen is still there; what was decided while the page went may have been added.
    expect(outcomes(after.attempts[0])).toMatchObject(outcomes(before.attempts[0]));
    expect(after.attempts[0]?.roles.fixer.wrote).toEqual(before.attempts[0]?.roles.fixer.wrote);
    expect((await journey.state()).running).toBe(false);

    await openDemo(journey, "lockbox");
    await startRun(journey, "LB-1");
    await journey.ask((fixgate) => {
      fixgate.cancelRun();
    }, null);
    const cancelled = await untilEnd(journey);
    expect(cancelled.end).toEqual({ kind: "cancelled" });
    const { runs, running } = await journey.state();
    expect(running).toBe(false);
    expect(runs.map((run) => run.end).sort()).toEqual(["cancelled", "interrupted"]);
    expect(journey.problems).toEqual([]);
  },
  12 * MINUTES,
);
