/**
 * The attacks, in one engine: ways out tried at four places, bombs, and forged results. All traffic aims at a server of the
 * test's own, which counts; every bomb is bounded; every attack ends in a report that says what happened.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SandboxError } from "../../src/app/ports/index.ts";
import type { FileReport, SuiteReport } from "../../src/core/evidence/index.ts";
import type { Result } from "../../src/core/result.ts";
import { snapshotOf, type FilesOf } from "../contract/snapshot-of.ts";
import { ATTACKS, showsIt } from "../sandbox/attacks.ts";
import { BOMBS, bombFile, MEMORY_BOMB, untold } from "../sandbox/bombs.ts";
import { DOCUMENT_DOORS, NODE_DOORS, tryAll, WORKER_DOORS, type Door } from "../sandbox/doors.ts";
import { startTarget, type TargetServer } from "../sandbox/target-server.ts";
import { openEngine, type Engine, type EngineName } from "./engine.ts";
import type { Facts } from "./facts.ts";
import type { EnginesApi } from "./page.ts";
import { servePage, type PageServer } from "./page-server.ts";
import { openPage, plainFiles } from "./open-page.ts";

type AttackedWindow = { readonly engines: EnginesApi };

const PACKAGE = '{"type":"module"}';
const HONEST =
  'import { expect, it } from "vitest";\nit("right", () => { expect(1).toBe(1); });\nit("wrong", () => { expect(1).toBe(2); });\n';
/** Files of the forging attacks that can stand side by side in one repository. */
const SIDE_BY_SIDE = ATTACKS.filter(({ files }) => Object.keys(files).length === 2);
const ALONE = ATTACKS.filter((attack) => !SIDE_BY_SIDE.includes(attack));
/** In a document that happy-dom or jsdom plays, the parent is the document's own window. */
const PLAYED = DOCUMENT_DOORS.filter(({ name }) => name !== "the parent's document");

const PLACES: readonly (readonly [place: string, doors: readonly Door[]])[] = [
  ["a test file", [...WORKER_DOORS, ...NODE_DOORS]],
  ["a test file with happy-dom", PLAYED],
  ["a test file with jsdom", PLAYED],
  ["a worker without our runtime", WORKER_DOORS],
  ["the frame's own document", DOCUMENT_DOORS],
];

/**
 * What a document can ask for in spite of every policy that it can be given: to leave for another address, by itself or for a
 * download. No code but ours runs in the frame's document; a worker, where the repository's code runs, has none. Said here and
 * in the table, so that it is known what stands behind the first line.
 */
const LEAVING = new Set(["GET /navigation", "GET /download"]);

function unexplained(place: string, arrived: readonly string[]): readonly string[] {
  if (place !== "the frame's own document") return arrived;
  // A busy machine may end one of these after it has connected and before it has asked.
  let connections = LEAVING.size;
  return arrived.filter((what) => !LEAVING.has(what) && !(what === "tcp" && connections-- > 0));
}

/** All doors are tried at the same time; then each test says what became of its own. */
const doorFile = (doors: readonly Door[], target: TargetServer, environment: string): string =>
  `// @vitest-environment ${environment}\nimport { beforeAll, it } from "vitest";\nlet outcomes = [];\nbeforeAll(async () => { outcomes = await ${tryAll(doors, target)}; }, 60_000);\n${doors.map(({ name }, index) => `it(${JSON.stringify(name)}, () => { throw new Error("door: " + outcomes[${String(index)}]); });\n`).join("")}`;

export function attackSuite(name: EngineName, facts: Facts): void {
  describe(`${name}: attacks`, () => {
    let engine: Engine;
    let server: PageServer;
    let target: TargetServer;
    const started = Date.now();
    beforeAll(async () => {
      target = await startTarget();
      server = await servePage();
      engine = await openEngine(name);
      await openPage(engine, server.url);
      await engine.ask(() => (window as unknown as AttackedWindow).engines.bait(), null);
    });
    afterAll(async () => {
      await engine.close();
      server.close();
      target.close();
      facts.set("=seconds: attacks", ((Date.now() - started) / 1000).toFixed(1));
      facts.set(
        "=attacks tried",
        String(PLACES.reduce((sum, [, doors]) => sum + doors.length, 0) + BOMBS.length + 2 + ATTACKS.length),
      );
    });

    const suite = async (files: FilesOf, deadlineMs = 60_000): Promise<SuiteReport> => {
      const outcome: Result<SuiteReport, SandboxError> = await engine.ask(
        (input) => (window as unknown as AttackedWindow).engines.suite(input),
        { files: plainFiles(snapshotOf(files)), deadlineMs, lanes: 2 },
      );
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
      return outcome.value;
    };
    /** The page stands, and an honest file still says what it should. */
    const goesOn = async (): Promise<void> => {
      const { files } = await suite({ "package.json": PACKAGE, "b.test.js": HONEST });
      expect(files.map(({ tests }) => tests.map(({ state }) => state))).toEqual([["pass", "fail"]]);
    };

    it("the target answers whoever reaches it", async () => {
      expect((await fetch(`${target.url}/control`)).status).toBe(200);
      expect(target.arrived).toEqual(["tcp", "GET /control"]);
      target.arrived.length = 0;
    });

    describe.each(PLACES)("[SB-ISO] no way out of %s", (place, doors) => {
      let outcomes: readonly string[] = [];
      let arrived: readonly string[] = [];
      beforeAll(async () => {
        target.arrived.length = 0;
        if (place.startsWith("a test file")) {
          const environment = place.split(" with ")[1] ?? "node";
          const report = await suite({ "package.json": PACKAGE, "a.test.js": doorFile(doors, target, environment) });
          outcomes = told(report.files[0]);
          if (environment === "node") {
            expect(report.unsupported.filter(({ affects }) => affects).map(({ what }) => what)).toContain("network requests");
          }
        } else {
          const call = place.startsWith("a worker") ? ("bareWorker" as const) : ("brokenFrame" as const);
          const answer = await engine.ask(
            ({ call: which, expression }) => (window as unknown as AttackedWindow).engines[which](expression),
            { call, expression: tryAll(doors, target) },
          );
          outcomes = Array.isArray(answer) ? answer.map(String) : [];
        }
        arrived = [...target.arrived];
      });
      it.each(doors.map(({ name: door }, index) => [door, index] as const))("%s", (door, index) => {
        const outcome = outcomes[index];
        expect(outcome, JSON.stringify(outcomes)).toBeTypeOf("string");
        facts.set(`door: ${door} (${place})`, outcome ?? "");
        expect(outcome).not.toMatch(/^OPEN/);
      });
      it("nothing arrived at the target, and nothing at the app", async () => {
        facts.set(`=arrived from ${place}`, arrived.filter((what) => what !== "tcp").join(", ") || "nothing");
        expect(unexplained(place, arrived)).toEqual([]);
        expect(await engine.ask(() => (window as unknown as AttackedWindow).engines.state(), null)).toMatchObject({
          heard: [],
          secret: "1",
          cookie: "secret=1",
        });
      });
      it("an honest file runs after it", goesOn);
    });

    describe("[SB-BOMB] a bomb ends in a report that says so", () => {
      let files: readonly FileReport[] = [];
      beforeAll(async () => {
        // What never ends is ended soon; what ends by itself is given the time that a busy machine takes.
        const reports = new Map<string, FileReport>();
        for (const [never, deadlineMs] of [
          [true, 6000],
          [false, 120_000],
        ] as const) {
          const named = BOMBS.flatMap(({ body, ends }, index) =>
            (ends === "timeout") === never ? [[bombName(index), bombFile(body)] as const] : [],
          );
          const report = await suite({ "package.json": PACKAGE, ...Object.fromEntries(named) }, deadlineMs);
          for (const file of report.files) reports.set(file.path, file);
        }
        files = BOMBS.flatMap((_bomb, index) => reports.get(bombName(index)) ?? []);
      });
      it.each(BOMBS.map((bomb, index) => [bomb.name, bomb, index] as const))("%s", (called, bomb, index) => {
        const file = files[index];
        if (file === undefined) throw new Error("no report");
        facts.set(`bomb: ${called}`, `${file.state}, ${file.end.kind}`);
        expect(untold(bomb, file)).toBeNull();
      });
      it("an honest file runs after them", goesOn);
    });

    it("[SB-BOMB] workers that workers start end with the first", async () => {
      const { before, after } = await engine.ask(() => (window as unknown as AttackedWindow).engines.forkBomb(12), null);
      facts.set("bomb: nested workers that beat before and after the end", `${String(before)}, ${String(after)}`);
      expect({ before, after }).toEqual({ before: 12, after: 0 });
      await goesOn();
    });

    describe("[SB-INT] a forged result shows in the report", () => {
      let files: readonly FileReport[] = [];
      beforeAll(async () => {
        const named = SIDE_BY_SIDE.map(
          ({ files: own }, index) => [`attack-${String(index).padStart(2, "0")}.test.ts`, own["a.test.ts"] ?? ""] as const,
        );
        ({ files } = await suite({ "package.json": PACKAGE, ...Object.fromEntries(named) }, 30_000));
      });
      it.each(SIDE_BY_SIDE.map(({ name: attack }, index) => [attack, index] as const))("%s", (attack, index) => {
        const file = files[index];
        if (file === undefined) throw new Error("no report");
        facts.set(`forged: ${attack}`, seen(file));
        expect(showsIt(file), JSON.stringify(file)).toBe(true);
      });
      it.each(ALONE.map((attack) => [attack.name, attack] as const))("%s", async (_name, attack) => {
        const [file] = (await suite(attack.files)).files;
        expect(file !== undefined && showsIt(file), JSON.stringify(file)).toBe(true);
      });
      it("an honest file runs after them", goesOn);
    });
  });

  describe(`${name}: memory`, () => {
    it(`[SB-BOMB] a file that fills the memory ${MEMORY[name].says}; the page lives, and other files keep their results`, async () => {
      const server = await servePage();
      const engine = await openEngine(name, { heapMb: 300 });
      try {
        await openPage(engine, server.url);
        await engine.ask(() => (window as unknown as AttackedWindow).engines.bait(), null);
        const outcome: Result<SuiteReport, SandboxError> = await engine.ask(
          (input) => (window as unknown as AttackedWindow).engines.suite(input),
          {
            files: plainFiles(
              snapshotOf({
                "package.json": PACKAGE,
                "a.test.js": HONEST,
                "b.test.js": bombFile(MEMORY_BOMB),
                "c.test.js": HONEST,
                "d.test.js": HONEST,
              }),
            ),
            deadlineMs: 300_000,
            lanes: 2,
          },
        );
        if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
        const [before, bomb, ...after] = outcome.value.files;
        facts.set("=bomb: memory", bomb === undefined ? "no report" : `${bomb.state}, ${bomb.end.kind}`);
        expect(bomb === undefined ? null : MEMORY[name].untold(bomb), JSON.stringify(bomb)).toBeNull();
        expect(
          [before, ...after].map((file) => file?.tests.map(({ state }) => state)),
          JSON.stringify(outcome.value.files),
        ).toEqual([
          ["pass", "fail"],
          ["pass", "fail"],
          ["pass", "fail"],
        ]);
        // The same page still, and not one that was loaded anew.
        expect(await engine.ask(() => (window as unknown as AttackedWindow).engines.state(), null)).toMatchObject({ secret: "1" });
        // Firefox writes what a worker's listener took over into its console, too (workers/test-runtime/unhandled.ts).
        expect(engine.problems.filter((problem) => !problem.includes("Symbol(the last rejection of a test file)"))).toEqual([]);
      } finally {
        await engine.close();
        server.close();
      }
    });
  });
}

/**
 * How a file ends that takes 900 MB. Chromium can be told that 300 are enough, and gives the frame a process of its own. The
 * others know no such limit (Firefox's `javascript.options.mem.max` does not count what arrays hold), and the frame lives in
 * the page's process: there the deadline is the limit. The README says so.
 */
const given = ({ state, end }: FileReport): string | null =>
  state === "pass" && end.kind === "completed" ? null : "not as the README says";
const MEMORY: Readonly<Record<EngineName, { readonly says: string; readonly untold: (bomb: FileReport) => string | null }>> = {
  chromium: {
    says: "takes the frame's process along and is told crashed",
    untold: ({ state, end }) =>
      state !== "pass" && end.kind === "crashed" && end.message.includes("ran out of memory") ? null : "not told",
  },
  firefox: { says: "is given it, since no limit can be set there", untold: given },
  webkit: { says: "is given it, since no limit can be set there", untold: given },
};

const bombName = (index: number): string => `bomb-${String(index).padStart(2, "0")}.test.js`;

const told = (file: FileReport | undefined): readonly string[] =>
  (file?.tests ?? []).map(({ errors }) => errors[0]?.message.replace(/^door: /, "") ?? "no word");

/** In few words, what gave the attack away. */
function seen(file: FileReport): string {
  return [
    file.state === "pass" ? "" : file.state,
    file.end.kind === "completed" ? "" : file.end.kind,
    file.unhandled.length > 0 ? "unhandled" : "",
    file.tampering.length > 0 ? "tampering" : "",
    file.canaries?.mustPass === "pass" && file.canaries.mustFail === "fail" ? "" : "canaries",
  ]
    .filter((word) => word !== "")
    .join(", ");
}
