/** Tickets put together, over the real store of git objects, and what goes out of it given to git itself. */
import { wrap } from "comlink";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createRepository, git, temporaryFolder, type TestFile } from "../../e2e/servers/git-repository.ts";
import { createGitEngine } from "../../workers/git/engine.ts";
import { attempt, candidateRuns, fileOf, oldTests, red, testOf, ticket } from "../core/gate/cases/honest-attempt.ts";
import { seal, type FileReport } from "../core/evidence/index.ts";
import { attemptRecord } from "../core/run/attempt-record.fixture.ts";
import type { AttemptRecord, RunId } from "../core/run/index.ts";
import { repoPathOf, type Oid } from "../core/snapshot/index.ts";
import type { Ticket, TicketId } from "../core/ticket/index.ts";
import type { Workspace } from "../protocol/workspace.ts";
import { integrate, type IntegrationView } from "./integrate.ts";
import { stubSandbox, type StubSandbox } from "./stub-sandbox.fixture.ts";

// Real git: slow where the machine is busy, and never by itself.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const lines = (...changed: readonly (readonly [number, string])[]): string =>
  Array.from({ length: 30 }, (_, at) => `${changed.find(([line]) => line === at + 1)?.[1] ?? `line ${String(at + 1)}`}\n`).join("");

const BASE: Readonly<Record<string, string | TestFile>> = {
  "src/lock.ts": lines(),
  "src/crlf.ts": "one\r\ntwo\r\nthree\r\n",
  "src/end.ts": "export const end = 1;",
  "src/gone.ts": "export {};\n",
  "bin/run.sh": { content: "#!/bin/sh\n", mode: "100755" },
  "tests/lock.test.ts": "it('takes a free lock');\n",
};

interface Work {
  readonly id: string;
  readonly title: string;
  /** By the fixer; null: removed. */
  readonly fix: Readonly<Record<string, string | null>>;
  readonly test: string;
}
/** Two of them change one file, in places that are far apart. */
const THREE: readonly Work[] = [
  {
    id: "A-1",
    title: "Release: the owner is asked",
    fix: { "src/lock.ts": lines([2, "owner"]), "src/crlf.ts": "one\r\n2\r\nthree\r\n" },
    test: "tests/a.test.ts",
  },
  {
    id: "B-2",
    title: "Schloß – eine Sperre, die abläuft",
    fix: { "src/lock.ts": lines([28, "expiry"]), "src/naïve café.ts": "export {};\n" },
    test: "tests/b.test.ts",
  },
  {
    id: "C-3",
    title: "From the end\n",
    fix: { "src/end.ts": "export const end = 2;", "src/gone.ts": null },
    test: "tests/c.test.ts",
  },
];

const repositories: { remove(): void }[] = [];
afterAll(() => {
  for (const each of repositories) each.remove();
});

/** Every test file of a tree, each with one green test; what `redIf` finds in a tree is red there. */
function green(redIf: (text: (path: string) => string | null) => boolean = () => false): StubSandbox {
  return stubSandbox((text, snapshot): readonly FileReport[] => {
    const isRed = redIf((path) => text(repoPathOf(path)));
    return snapshot.entries
      .filter(({ path }) => path.endsWith(".test.ts"))
      .map(({ path }) =>
        fileOf([isRed && path === "tests/lock.test.ts" ? red("passes", undefined, path) : testOf("passes", {}, path)], { path }),
      );
  });
}

async function integrated(works: readonly Work[], sandbox: StubSandbox = green()) {
  const repository = createRepository();
  const clone = temporaryFolder();
  repositories.push(repository, clone);
  repository.commit(BASE);
  const engine = createGitEngine();
  const opened = await engine.open(
    {
      kind: "files",
      name: "lockbox",
      files: Object.entries(BASE).map(([path, file]) => ({
        path: `lockbox/${path}`,
        blob: new Blob([typeof file === "string" ? file : (file.content as string)]),
        executable: typeof file !== "string" && file.mode === "100755",
      })),
    },
    { signal: new AbortController().signal, onProgress: () => undefined, token: null },
  );
  if (!opened.ok) throw new Error(opened.error.kind);
  const base = opened.value.snapshot.oid;
  // The stub must not be what makes them equal.
  expect(base).toBe(repository.tree());

  async function changed(role: "fixer" | "test-writer", of: Ticket, files: Readonly<Record<string, string | null>>) {
    const { id, port } = await engine.workspace({ role, base, ticket: of, onEvent: () => undefined });
    const workspace = wrap<Workspace>(port) as unknown as Workspace;
    for (const [path, text] of Object.entries(files)) {
      const done = text === null ? await workspace.remove(path) : await workspace.write(path, text);
      if (!done.ok) throw new Error(done.error.message);
    }
    return engine.commitWorkspace(id);
  }
  const tracks: AttemptRecord[] = [];
  for (const { id, title, fix, test } of works) {
    const own: Ticket = { ...ticket, id: id as TicketId, title: title.trim() };
    const fixed = await changed("fixer", own, fix);
    const tested = await changed("test-writer", own, { [test]: `it('${id}');\n` });
    const merged = await engine.merge(base, [
      { name: "fixer", changes: fixed },
      { name: "test-writer", changes: tested },
    ]);
    if (!merged.ok) throw new Error("fixer and test-writer do not fit");
    tracks.push(trackOf(own, base, merged.value, fixed, tested, test));
  }

  const steps: string[] = [];
  const view = await integrate(
    {
      base: await engine.files(base),
      tracks,
      dependencies: {
        digest: `sha256:${"e".repeat(64)}`,
        packages: [],
        files: { index: [], blob: new Blob([]) },
        leftOut: [],
        scriptsNotRun: [],
        source: { kind: "none", name: "" },
      },
      packageRoot: "",
      author: { name: "Jürgen O'Neil", email: "j@example.invalid" },
      signal: new AbortController().signal,
      onChange: ({ step }) => {
        if (step !== null && step !== steps.at(-1)) steps.push(step);
      },
    },
    { git: engine, sandbox, clock: { now: () => 1_750_000_000_000 } },
  );
  git(clone.path, ["clone", "-q", repository.folder, "."]);
  return { view, engine, base, tracks, sandbox, clone: clone.path, steps };
}
type Integrated = Awaited<ReturnType<typeof integrated>>;

function trackOf(
  own: Ticket,
  base: Oid,
  candidate: Oid,
  fixed: Awaited<ReturnType<Integrated["engine"]["commitWorkspace"]>>,
  tested: typeof fixed,
  test: string,
): AttemptRecord {
  const snapshots = { base, fix: fixed.result, baseWithTests: tested.result, candidate };
  const ownTest = fileOf([testOf("passes", {}, repoPathOf(test))]);
  const evidence = attempt({
    ticket: own,
    snapshots,
    fix: { role: "fixer", base, result: fixed.result, changes: fixed.changes },
    tests: { role: "test-writer", base, result: tested.result, changes: tested.changes },
    candidate: candidateRuns([fileOf(oldTests()), ownTest]).map((run) => seal(run.value, candidate, 1)),
  });
  return attemptRecord(evidence, { id: `run-${own.id}-1`, run: `run-${own.id}` as RunId });
}

/** The artifact as git takes it, on a clone that knows nothing of us. */
function applied({ view, clone }: { readonly view: IntegrationView; readonly clone: string }) {
  const [artifact, ...more] = view.artifacts;
  if (artifact === undefined || more.length > 0) throw new Error("there is not one series");
  git(clone, ["am", "-q", "--keep-cr"], artifact.bytes);
  return {
    name: artifact.name,
    subjects: git(clone, ["log", "--reverse", "--format=%s", "origin/main..HEAD"]).split("\n"),
    authors: git(clone, ["log", "--format=%an <%ae>", "origin/main..HEAD"]).split("\n"),
    trees: git(clone, ["log", "--reverse", "--format=%T", "origin/main..HEAD"]).split("\n"),
    fsck: git(clone, ["fsck", "--strict", "--full", "--no-dangling"]),
    status: git(clone, ["status", "--porcelain"]),
  };
}

describe("three tickets that are green together", () => {
  it("go out as a series that git am takes: three commits, the last of them the tree that was seen green", async () => {
    const seen = await integrated(THREE);
    expect(seen.view.end).toEqual({ kind: "green", shipped: ["A-1", "B-2", "C-3"] });
    expect(seen.view.observations.map(({ outcome }) => outcome)).toEqual(["pass"]);
    const series = applied(seen);
    const merged = seen.sandbox.ran.at(-1);
    expect(series).toMatchObject({
      name: "integration.series.patch",
      subjects: ["Release: the owner is asked", "Schloß – eine Sperre, die abläuft", "From the end"],
      authors: Array.from({ length: 3 }, () => "Jürgen O'Neil <j@example.invalid>"),
      fsck: "",
      status: "",
    });
    expect(series.trees.at(-1)).toBe(merged);
    expect(seen.view.observations[0]?.on).toBe(merged);
    // Each on top of the one before, and the first is its ticket alone.
    expect(new Set(series.trees).size).toBe(3);
    expect(series.trees[0]).toBe(seen.tracks[0]?.evidence.snapshots.candidate);
  });

  it("hold what each of them wrote, byte for byte", async () => {
    const seen = await integrated(THREE);
    applied(seen);
    const show = (path: string) => git(seen.clone, ["show", `HEAD:${path}`]);
    expect(show("src/lock.ts")).toBe(lines([2, "owner"], [28, "expiry"]).trimEnd());
    expect(show("src/crlf.ts")).toBe("one\r\n2\r\nthree\r");
    expect(show("src/end.ts")).toBe("export const end = 2;");
    expect(git(seen.clone, ["ls-tree", "-r", "-z", "--name-only", "HEAD"]).split("\0").filter(Boolean)).toEqual([
      "bin/run.sh",
      "src/crlf.ts",
      "src/end.ts",
      "src/lock.ts",
      "src/naïve café.ts",
      "tests/a.test.ts",
      "tests/b.test.ts",
      "tests/c.test.ts",
      "tests/lock.test.ts",
    ]);
    expect(git(seen.clone, ["ls-tree", "HEAD", "bin/run.sh"])).toMatch(/^100755/);
  });
});

describe("three tickets of which one is red beside the others", () => {
  it("are stuck after three observations; the culprit is left out by name, and the others are what git am takes", async () => {
    const both = (text: (path: string) => string | null) =>
      (text("src/lock.ts")?.includes("expiry") ?? false) && (text("src/end.ts")?.includes("2") ?? false);
    const seen = await integrated(THREE, green(both));
    expect(seen.view.observations.map(({ outcome }) => outcome)).toEqual(["fail", "fail", "fail"]);
    expect(seen.view.observations[0]?.findings.map(({ rule }) => rule)).toContain("IG2");
    expect(seen.view.end).toMatchObject({ kind: "stuck", nextAction: "investigate" });
    if (seen.view.end?.kind !== "stuck") throw new Error("it is not stuck");
    const { culprits, shipped } = seen.view.end;
    expect([...culprits, ...shipped].sort()).toEqual(["A-1", "B-2", "C-3"]);
    expect(culprits).toHaveLength(1);
    expect(["B-2", "C-3"]).toContain(culprits[0]);
    const series = applied(seen);
    expect(series.subjects).toHaveLength(2);
    expect(series.fsck).toBe("");
    expect(seen.sandbox.ran).toContain(series.trees.at(-1));
    expect(seen.view.probes).toContainEqual({ kept: shipped, outcome: "green" });
  });
});

describe("two tickets that change one line", () => {
  it("are in conflict: both are named with the line, and nothing of the one left out goes out", async () => {
    const [first] = THREE;
    if (first === undefined) throw new Error("there is no ticket");
    const other: Work = { id: "D-4", title: "The same line", fix: { "src/lock.ts": lines([2, "lease"]) }, test: "tests/d.test.ts" };
    const seen = await integrated([first, other]);
    expect(seen.view.observations[0]?.findings).toMatchObject([{ rule: "IG1", path: "src/lock.ts", line: 2 }]);
    expect(seen.view.observations[0]?.reason).toContain("A-1 and D-4");
    expect(seen.view.end).toMatchObject({ kind: "stuck" });
    const series = applied(seen);
    expect(series.subjects).toHaveLength(1);
    expect(series.fsck).toBe("");
  });
});
