/**
 * The order of a run, over the real store of git objects and the real gates. What is a worker or a frame in the browser
 * (agents, sandbox, analysis) is a stub that answers at once.
 */
import { wrap } from "comlink";
import { describe, expect, it } from "vitest";
import { createGitEngine } from "../../workers/git/engine.ts";
import { fileOf, honest, NEW, oldTests, red, SOURCE, testOf, TESTS, ticket } from "../core/gate/cases/honest-attempt.ts";
import { err, ok, type Result } from "../core/result.ts";
import { foldRun, type Budget, type RunId } from "../core/run/index.ts";
import type { Workspace } from "../protocol/workspace.ts";
import { createKeptBaselines } from "./kept-baselines.ts";
import { memoryStore } from "./memory-store.fixture.ts";
import { runSelfChecks } from "./own-cases.ts";
import type { AgentBrief, AgentError, AgentRunner, Analysis, ModelBackend } from "./ports/index.ts";
import { createRunJournal } from "./run-journal.ts";
import { runTicket } from "./run-ticket.ts";
import { stubSandbox } from "./stub-sandbox.fixture.ts";

const BASE = "export const release = () => true;\n";
const FIXED = "export const release = (owner, by) => owner === by;\n";
const OLD_TEST = "it('takes a free lock');\n";
const NEW_TEST = `${OLD_TEST}it('keeps the lock of the next owner');\n`;
const APPROVAL = '{"oid":"{{oid}}","verdict":"approve","statements":{{statements}}}';

/** What one role does with its workspace. What it returns is its reply; an error ends its turn. */
type Turn = (workspace: Workspace, brief: AgentBrief) => Promise<string | AgentError>;
type Turns = Readonly<Record<AgentBrief["role"], Turn>>;
const HONEST: Turns = {
  fixer: async (workspace) => {
    await workspace.write(SOURCE, FIXED);
    return "fixed";
  },
  "test-writer": async (workspace) => {
    await workspace.write(TESTS, NEW_TEST);
    return "tested";
  },
  reviewer: () => Promise.resolve(APPROVAL),
};
const unusable: AgentError = { kind: "unusable-reply", message: "an edit's text stands in no file", advice: "Quote it exactly." };

const never = () => Promise.reject(new Error("no model is asked here"));
const model: ModelBackend = {
  identity: { backend: "scripted", model: "stub", version: "1" },
  capabilities: {} as never,
  probe: never,
  load: never,
  generate: never,
  countTokens: never,
  unload: never,
};
const analysis: Analysis = {
  inspect: () => Promise.resolve(ok({ facts: [], unparsed: [] })),
  acceptance: () => Promise.resolve(ok(honest.acceptance?.value ?? { statements: [] })),
  mutate: () =>
    Promise.resolve(ok({ mutants: [], nothingToMutate: true, seed: 1, budget: { mutants: 20, programs: 200 }, unsupported: [] })),
  ablate: () => Promise.resolve(ok({ hunks: [] })),
};
const sandbox = () =>
  stubSandbox((text) => {
    const added = text(TESTS)?.includes(NEW) ? [text(SOURCE) === FIXED ? testOf(NEW) : red(NEW)] : [];
    return [fileOf([...oldTests(), ...added])];
  });

async function run(turns: Partial<Turns> | ((attempt: number) => Partial<Turns>), budget: Partial<Budget> = {}) {
  const git = createGitEngine();
  const files = { [SOURCE]: BASE, [TESTS]: OLD_TEST, "package.json": "{}\n" };
  const opened = await git.open(
    {
      kind: "files",
      name: "lockbox",
      files: Object.entries(files).map(([path, text]) => ({ path: `lockbox/${path}`, blob: new Blob([text]), executable: false })),
    },
    { signal: new AbortController().signal, onProgress: () => undefined, token: null },
  );
  if (!opened.ok) throw new Error(opened.error.kind);
  const base = await git.files(opened.value.snapshot.oid);

  const store = memoryStore();
  let now = 1_000;
  const clock = { now: () => (now += 1) };
  const briefs: { readonly attempt: number; readonly brief: AgentBrief; readonly sees: Readonly<Record<string, unknown>> }[] = [];
  const agents: AgentRunner = {
    async run({ attempt, brief, workspace: port }): Promise<Awaited<ReturnType<AgentRunner["run"]>>> {
      const workspace = wrap<Workspace>(port) as unknown as Workspace;
      const sees: Record<string, unknown> = {};
      for (const path of await workspace.list()) {
        const read: Result<string, unknown> = await workspace.read(path);
        sees[path] = read.ok ? read.value : read.error;
      }
      briefs.push({ attempt, brief, sees });
      const turn = { ...HONEST, ...(typeof turns === "function" ? turns(attempt) : turns) }[brief.role];
      const said = await turn(workspace, brief);
      return typeof said === "string" ? ok({ role: brief.role, reply: said, denied: [] }) : err(said);
    },
  };
  const stub = sandbox();
  const journal = createRunJournal("run-1" as RunId, { store, clock }, () => undefined);
  const { end, record } = await runTicket(
    {
      subject: {
        repository: { url: "https://git.example.invalid/lockbox", commit: null, ref: "main" },
        base: base.oid,
        ticket,
        models: { fixer: model.identity, "test-writer": model.identity, reviewer: model.identity },
        sandbox: stub.identity,
        budget: { attempts: 3, tokens: 10_000, wallMs: 600_000, mutants: 20, ...budget },
      },
      base,
      dependencies: {
        digest: `sha256:${"e".repeat(64)}`,
        packages: [],
        files: {} as never,
        leftOut: [],
        scriptsNotRun: [],
        source: { kind: "none", name: "" },
      },
      packageRoot: "",
      author: { name: "A", email: "a@example.invalid" },
      calibration: { kind: "not-needed", reason: "scripted replies" },
      ownCases: runSelfChecks(),
      signal: new AbortController().signal,
      whilePaused: () => Promise.resolve(),
      onStream: () => undefined,
      onSuiteProgress: () => undefined,
      onTexts: () => Promise.resolve(),
      beforeEnd: () => Promise.resolve(),
    },
    journal,
    {
      git,
      sandbox: stub,
      analysis,
      agents,
      models: { fixer: model, "test-writer": model, reviewer: model },
      store,
      clock,
      baselines: createKeptBaselines(),
    },
  );
  return { end, record, base, briefs, store, view: foldRun(await store.events("run-1" as RunId)) };
}

describe("an honest attempt", () => {
  it("is verified, kept as a record and exported as the tree that was graded", async () => {
    const { end, record, store, view } = await run({});
    expect(record?.verdicts.filter(({ verdict }) => !["pass", "not-applicable"].includes(verdict.outcome))).toEqual([]);
    expect(end).toEqual({ kind: "verified", attempt: 1, candidate: record?.evidence.snapshots.candidate });
    expect(await store.attempts()).toEqual([record]);
    expect(view?.attempts.map(({ outcome, record: id }) => [outcome, id])).toEqual([["verified", "run-1-1"]]);
    expect(record?.evidence.export?.value.applied).toBe(record?.evidence.snapshots.candidate);
  });
});

describe("the test-writer", () => {
  it("works on base and not on the fix: it reads what base held, and sees no file that the fixer added", async () => {
    const { briefs, base, record } = await run({
      fixer: async (workspace) => {
        await workspace.write(SOURCE, FIXED);
        await workspace.write("src/owner.ts", "export const owner = 1;\n");
        return "fixed";
      },
    });
    const seen = briefs.find(({ brief }) => brief.role === "test-writer");
    expect(seen?.sees).toEqual({ [SOURCE]: BASE, [TESTS]: OLD_TEST, "package.json": "{}\n" });
    expect(record?.evidence.tests.base).toBe(base.oid);
    expect(record?.evidence.tests.changes.map(({ path }) => path)).toEqual([TESTS]);
    // The reviewer does see the fix: what the test-writer's workspace holds is no accident of how one is read here.
    expect(briefs.find(({ brief }) => brief.role === "reviewer")?.sees).toMatchObject({ [SOURCE]: FIXED, [TESTS]: NEW_TEST });
  });

  it("is told the paths that the fix changed, and nothing of what it put there", async () => {
    const { briefs } = await run({});
    const brief = briefs.find((each) => each.brief.role === "test-writer")?.brief;
    expect(brief).toEqual({ role: "test-writer", ticket, feedback: null, changedPaths: [SOURCE] });
    expect(JSON.stringify(brief)).not.toContain("owner === by");
  });

  it("starts from base in a further attempt, too, and so does the fixer", async () => {
    const { briefs, end } = await run((attempt) =>
      attempt > 1
        ? {}
        : {
            "test-writer": async (workspace) => {
              await workspace.write(TESTS, `${OLD_TEST}// nothing new\n`);
              return "tested";
            },
          },
    );
    expect(end).toMatchObject({ kind: "verified", attempt: 2 });
    const second = briefs.filter(({ attempt, brief }) => attempt === 2 && brief.role !== "reviewer");
    expect(second.map(({ brief }) => brief.role)).toEqual(["fixer", "test-writer"]);
    for (const { sees } of second) expect(sees).toMatchObject({ [SOURCE]: BASE, [TESTS]: OLD_TEST });
  });
});

describe("a reply that can't be used", () => {
  const reason = "Your last reply could not be used: an edit's text stands in no file";

  it("counts against the budget as any other", async () => {
    const { end, briefs } = await run({ fixer: () => Promise.resolve(unusable) }, { wallMs: 1 });
    expect(end).toEqual({ kind: "over-budget", what: "wall-clock" });
    expect(briefs).toHaveLength(1);
  });

  it.each(["fixer", "test-writer"] as const)(
    "of the %s costs the attempt, which stays in the journal with its reason, and the next one is told",
    async (role) => {
      const { briefs, store, view, end, record } = await run((attempt) =>
        attempt > 1
          ? {}
          : {
              [role]: async (workspace: Workspace) => {
                await workspace.write(role === "fixer" ? SOURCE : TESTS, "half of it\n");
                return unusable;
              },
            },
      );
      const [first, second] = view?.attempts ?? [];
      expect(first).toMatchObject({ number: 1, outcome: "refused", feedbackOut: reason });
      expect(first?.roles[role]).toMatchObject({ state: "failed", message: "an edit's text stands in no file" });
      // There was nothing to judge, so no record claims that there was.
      expect(first?.record ?? "").toBe("");
      expect((await store.attempts()).map(({ id }) => id)).toEqual(["run-1-2"]);
      expect(second).toMatchObject({ number: 2, feedbackIn: reason, outcome: "verified" });
      const told = briefs.filter(({ attempt, brief }) => attempt === 2 && "feedback" in brief && brief.feedback === reason);
      expect(told.map(({ brief }) => brief.role)).toEqual([role]);
      // What was written before the reply failed is gone.
      expect(briefs.find(({ attempt, brief }) => attempt === 2 && brief.role === role)?.sees).toMatchObject({
        [SOURCE]: BASE,
        [TESTS]: OLD_TEST,
      });
      expect(end).toMatchObject({ kind: "verified", attempt: 2 });
      expect(record?.attempt).toBe(2);
    },
  );

  it("each time ends the run refused; every attempt keeps its reason", async () => {
    const { end, record, view, store } = await run({ fixer: () => Promise.resolve(unusable) }, { attempts: 2 });
    expect(end).toEqual({ kind: "refused", failing: [] });
    expect(record).toBeNull();
    expect(await store.attempts()).toEqual([]);
    expect(view?.attempts.map(({ outcome, feedbackOut }) => [outcome, feedbackOut])).toEqual([
      ["refused", reason],
      ["refused", reason],
    ]);
    expect(view?.end).toEqual(end);
  });

  it("of the reviewer is kept in the record as why there is no review, and the attempt is not verified", async () => {
    const { record, store, view } = await run({ reviewer: () => Promise.resolve(unusable) }, { attempts: 1 });
    expect(record?.evidence.missing).toEqual([{ piece: "review", reason: "an edit's text stands in no file" }]);
    expect(record?.verdicts.find(({ gate }) => gate === "review")?.verdict).toMatchObject({
      outcome: "unknown",
      reason: "no review: an edit's text stands in no file",
    });
    expect(await store.attempts()).toEqual([record]);
    expect(view?.attempts[0]).toMatchObject({ outcome: "refused", record: "run-1-1" });
  });
});

describe("an attempt that the gates refuse", () => {
  it("is kept with its evidence and with what the next one is told; the reviewer was not asked", async () => {
    const { record, store, view, briefs } = await run({ fixer: HONEST.reviewer }, { attempts: 1 });
    expect(await store.attempts()).toEqual([record]);
    expect(record?.verdicts.find(({ gate }) => gate === "scope")?.verdict.findings.map(({ rule }) => rule)).toContain("SC4");
    expect(record?.evidence.missing.find(({ piece }) => piece === "review")?.reason).toMatch(/^the reviewer was not asked: scope/);
    expect(briefs.map(({ brief }) => brief.role)).toEqual(["fixer", "test-writer"]);
    expect(view?.attempts[0]?.outcome).toBe("refused");
    expect(view?.attempts[0]?.feedbackOut).toContain("the fixer changed nothing");
  });
});
