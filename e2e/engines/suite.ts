/**
 * What every engine must do, told once: the sandbox contract, the demos' own suites test for test as native Vitest, one
 * whole journey in the built app, and the attacks (attack-suite.ts).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fixgate } from "../../src/app/fixgate.ts";
import type { SandboxError } from "../../src/app/ports/index.ts";
import type { SuiteReport } from "../../src/core/evidence/index.ts";
import type { Result } from "../../src/core/result.ts";
import { sandboxContract } from "../contract/contract.ts";
import { snapshotOf, type FilesOf } from "../contract/snapshot-of.ts";
import { startApp } from "../harness/app-server.ts";
import { attackSuite } from "./attack-suite.ts";
import { openEngine, until, type Engine, type EngineName } from "./engine.ts";
import { keepFacts, type Facts } from "./facts.ts";
import type { PlainFiles } from "./page.ts";
import { DEMOS, servePage, type PageServer } from "./page-server.ts";
import { openPage, plainFiles, type HarnessWindow } from "./open-page.ts";
import { nativeStates, statesOf } from "./states.ts";

type AppWindow = { readonly fixgate: Fixgate; journeyError?: string };

export function engineSuite(name: EngineName): void {
  const facts: Facts = new Map();
  const started = Date.now();
  const took = (what: string, since: number): void => {
    facts.set(`=seconds: ${what}`, ((Date.now() - since) / 1000).toFixed(1));
  };
  describe(name, () => {
    let engine: Engine;
    let server: PageServer;
    beforeAll(async () => {
      server = await servePage();
      engine = await openEngine(name);
      facts.set("=version", engine.version);
      await openPage(engine, server.url);
    });
    afterAll(async () => {
      await engine.close();
      server.close();
      took("contract, demos and journey", started);
      keepFacts(name, facts);
    });

    // WebKit starts no worker in a frame of an isolated page; what needs isolation (threads, WebContainer) is named there.
    it(`[SB-EN] the page is ${name === "webkit" ? "not " : ""}cross-origin isolated`, async () => {
      const isolated = await engine.ask(() => crossOriginIsolated, null);
      facts.set("=cross-origin isolated", String(isolated));
      expect(isolated).toBe(name !== "webkit");
    });

    describe("contract", () => {
      const since = { at: 0 };
      let ran = 0;
      beforeAll(() => {
        since.at = Date.now();
      });
      afterAll(() => {
        facts.set("=contract cases run", String(ran));
        took("contract", since.at);
      });
      const files = (given: FilesOf): PlainFiles => plainFiles(snapshotOf(given));
      sandboxContract({
        name: `embedded in ${name}`,
        timeoutMs: 300_000,
        tellsPlaces: name === "chromium",
        suite: async (given) => {
          ran++;
          const outcome = await engine.ask((input) => (window as unknown as HarnessWindow).fixgate.runCase(input), {
            snapshot: files(given.files),
            inputs: given.inputs && files(given.inputs),
            ask: given.ask,
          });
          facts.set(`contract, ${given.name}`, summary(outcome));
          if ("failure" in given.expected && outcome.ok) {
            const place = outcome.value.files.flatMap(({ tests }) =>
              tests.flatMap(({ errors }) => errors.map((error) => error.place)),
            )[0];
            facts.set("place of a failing line", place === undefined ? "not told" : "told");
          }
          return outcome;
        },
        typecheck: (given) => {
          ran++;
          return engine.ask((input) => (window as unknown as HarnessWindow).fixgate.checkCase(input), {
            snapshot: files(given.files),
          });
        },
      });
    });

    describe("[SB-EN] the demos' own suites say what native Vitest says", () => {
      it.each(DEMOS)("%s", async (demo) => {
        const native = await nativeStates(demo);
        const since = Date.now();
        const outcome = await engine.ask((input) => (window as unknown as HarnessWindow).fixgate.run(input), {
          repo: `/packs/${demo}.snapshot.pack`,
          deps: `/packs/${demo}.deps.pack`,
        });
        if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
        took(`the suite of ${demo}`, since);
        const states = statesOf(outcome.value);
        expect(states).toEqual(native);
        expect(outcome.value.unsupported.filter(({ affects }) => affects)).toEqual([]);
        facts.set(`=${demo}: tests that agree with native Vitest`, `${String(states.length)} of ${String(states.length)}`);
        const unfrozen = outcome.value.files.filter(({ frozen }) => !frozen).map(({ path }) => path);
        facts.set(`${demo}: files that run without frozen intrinsics`, unfrozen.join(", ") || "none");
      });
    });

    it("[SB-EN] a whole journey: the lockbox demo is opened, LB-1 runs, and patch and receipt are there", async () => {
      const since = Date.now();
      const app = await startApp();
      try {
        await journey(engine, app.url);
      } finally {
        await engine.open("about:blank");
        await app.close();
      }
      facts.set("=journey", "LB-1 verified");
      took("journey", since);
    });
  });
  attackSuite(name, facts);
  afterAll(() => {
    took("all of it", started);
    keepFacts(name, facts);
  });
}

/** In few words, so that a difference between engines shows in the table. */
function summary(outcome: Result<SuiteReport, SandboxError>): string {
  if (!outcome.ok) return outcome.error.kind;
  return outcome.value.files
    .map(
      ({ path, state, end, tests }) =>
        `${path} ${state} ${end.kind} ${String(tests.filter((test) => test.state === "pass").length)}/${String(tests.length)}`,
    )
    .join(", ");
}

const MINUTE = 60_000;

async function journey(engine: Engine, url: string): Promise<void> {
  await engine.open(url);
  await until(engine, "the app has started", () => "fixgate" in window, null, MINUTE);
  await engine.ask(() => (window as unknown as AppWindow).fixgate.openDemo("lockbox"), null);
  await until(
    engine,
    "the demo is open and its packages are ready",
    () => {
      const { repository } = (window as unknown as AppWindow).fixgate.state();
      if (repository.kind === "failed" || (repository.kind === "open" && repository.dependencies.kind === "failed"))
        throw new Error(JSON.stringify(repository));
      return repository.kind === "open" && repository.dependencies.kind === "ready";
    },
    null,
    3 * MINUTE,
  );
  await engine.ask((ticket) => {
    const app = window as unknown as AppWindow;
    app.fixgate.startRun(ticket as Parameters<Fixgate["startRun"]>[0]).catch((error: unknown) => {
      app.journeyError = String(error);
    });
  }, "LB-1");
  const run = await until(
    engine,
    "LB-1 has ended",
    () => {
      const app = window as unknown as AppWindow;
      if (app.journeyError !== undefined) throw new Error(app.journeyError);
      const { run: now, running } = app.fixgate.state();
      if (now?.end == null || running) return null;
      return {
        id: now.id,
        end: now.end,
        gates: now.attempts.map(({ gates }) =>
          gates.flatMap(({ gate, verdict }) =>
            verdict === null || verdict.outcome === "pass" || verdict.outcome === "not-applicable"
              ? []
              : [`${gate}: ${verdict.outcome}: ${verdict.reason}`],
          ),
        ),
      };
    },
    null,
    8 * MINUTE,
  );
  expect(run.end, JSON.stringify(run)).toMatchObject({ kind: "verified" });
  const artifacts = await engine.ask(async (id) => {
    const found = await (window as unknown as AppWindow).fixgate.artifacts(id);
    const decoder = new TextDecoder();
    return found.map(({ name, bytes }) => ({
      name,
      size: bytes.length,
      text: name.endsWith(".bundle") ? "" : decoder.decode(bytes),
    }));
  }, run.id);
  expect(artifacts.map(({ name }) => name.replace(/^.*\./, ".")).sort()).toEqual([".bundle", ".json", ".patch"]);
  expect(artifacts.find(({ name }) => name.endsWith(".patch"))?.text).toMatch(/^diff --git /m);
  const envelope = JSON.parse(artifacts.find(({ name }) => name.endsWith(".json"))?.text ?? "") as { readonly payload: string };
  expect(JSON.parse(Buffer.from(envelope.payload, "base64").toString("utf8"))).toMatchObject({ predicate: { result: "PASSED" } });
  expect(await engine.ask(() => document.body.innerText, null)).toMatch(/verified/i);
}
