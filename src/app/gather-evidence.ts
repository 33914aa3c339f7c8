/**
 * Gathers the evidence of one attempt and seals each piece with the tree it was measured on. It decides nothing: a piece
 * that could not be had is left out and named under `missing`, and every gate that needs it says `unknown`.
 */
import type { ChangeSet } from "../core/change-set/index.ts";
import {
  seal,
  type AttemptEvidence,
  type DeniedWrite,
  type EvidenceName,
  type Missing,
  type RoleChanges,
  type Sealed,
  type SuiteReport,
  type TypecheckReport,
} from "../core/evidence/index.ts";
import { judgeAll, type GateVerdict } from "../core/gate/index.ts";
import { err, ok, type Result } from "../core/result.ts";
import type { AttemptRecord, RunEnd } from "../core/run/index.ts";
import type { Oid, SnapshotFiles } from "../core/snapshot/index.ts";
import { changedTexts } from "./diff-text.ts";
import type {
  Analysis,
  AnalysisError,
  Clock,
  CommitInfo,
  ExportPort,
  GitStore,
  ModelBackend,
  Sandbox,
  SandboxError,
  SandboxSession,
  SuiteOptions,
} from "./ports/index.ts";
import type { Role } from "../core/role/index.ts";
import { baselineKey, type KeptBaselines } from "./kept-baselines.ts";
import { measureFormat } from "./measure-format.ts";
import type { RunJournal } from "./run-journal.ts";
import type { RunTicketInput } from "./run-ticket.ts";

export interface EvidencePorts {
  readonly git: GitStore & ExportPort;
  readonly sandbox: Sandbox;
  readonly analysis: Analysis;
  readonly models: Readonly<Record<Role, ModelBackend>>;
  readonly clock: Clock;
  readonly baselines: KeptBaselines;
}

export interface Gathered {
  readonly evidence: AttemptEvidence;
  readonly texts: AttemptRecord["texts"];
  readonly candidate: SnapshotFiles;
}

/** A file that takes longer than this is ended from outside. The slowest honest file that was measured took 21 s. */
const FILE_DEADLINE_MS = 60_000;
/** New tests are repeated this often, shuffled, each time with another seed; the last time at another date. */
const REPEATS = [{ shuffleSeed: 11 }, { shuffleSeed: 23 }, { shuffleSeed: 37, clockAheadMs: 400 * 86_400_000 }] as const;
const BASELINE_SHUFFLE_SEED = 7;
/** So often a new test has to be red without the fix. */
const RED_RUNS = 3;

type Piece<T> =
  | { readonly kind: "sealed"; readonly value: Sealed<T> }
  | { readonly kind: "missing"; readonly reason: string }
  | { readonly kind: "end"; readonly end: RunEnd };

export function createEvidenceGatherer(input: RunTicketInput, journal: RunJournal, ports: EvidencePorts) {
  const { subject, base } = input;
  const sessions = new Map<Oid, Promise<Result<SandboxSession, SandboxError>>>();
  let baseline: Promise<readonly Piece<SuiteReport>[]> | null = null;
  let typecheckBase: Promise<Piece<TypecheckReport>> | null = null;
  const announced = new Map<string, string>();

  function session(snapshot: SnapshotFiles, inputs: SnapshotFiles): Promise<Result<SandboxSession, SandboxError>> {
    const known = sessions.get(snapshot.oid);
    if (known) return known;
    const opening = ports.sandbox.open({
      snapshot,
      inputs,
      dependencies: input.dependencies,
      packageRoot: input.packageRoot,
      signal: input.signal,
    });
    sessions.set(snapshot.oid, opening);
    return opening;
  }

  async function measure<T, E extends { readonly kind: string }>(
    on: Oid,
    work: () => Promise<Result<T, E>>,
    reasonOf: (error: E) => string,
  ): Promise<Piece<T>> {
    const from = ports.clock.now();
    let result: Result<T, E>;
    try {
      result = await work();
    } catch (error) {
      // A bug of ours must not take the other evidence along: the gate that needs this piece says unknown, with the reason.
      return { kind: "missing", reason: `a bug of ours: ${error instanceof Error ? error.message : String(error)}` };
    }
    if (result.ok) return { kind: "sealed", value: seal(result.value, on, ports.clock.now() - from) };
    if (result.error.kind === "cancelled" || input.signal.aborted) return { kind: "end", end: { kind: "cancelled" } };
    return { kind: "missing", reason: reasonOf(result.error) };
  }

  function suite(
    snapshot: SnapshotFiles,
    inputs: SnapshotFiles,
    options: Pick<SuiteOptions, "files" | "shuffleSeed" | "clockAheadMs">,
  ): Promise<Piece<SuiteReport>> {
    return measure(
      snapshot.oid,
      async () => {
        const opened = await session(snapshot, inputs);
        if (!opened.ok) return opened;
        return opened.value.suite({
          ...options,
          fileDeadlineMs: FILE_DEADLINE_MS,
          signal: input.signal,
          onProgress: input.onSuiteProgress,
        });
      },
      sandboxReason,
    );
  }

  function typecheck(snapshot: SnapshotFiles, inputs: SnapshotFiles): Promise<Piece<TypecheckReport>> {
    return measure(
      snapshot.oid,
      async () => {
        const opened = await session(snapshot, inputs);
        return opened.ok ? opened.value.typecheck({ signal: input.signal }) : opened;
      },
      sandboxReason,
    );
  }

  /** Runs beside the fixer's thinking: it needs nothing but base, and once a run is enough. */
  function startBaseline(): void {
    if (baseline && typecheckBase) return;
    const key = baselineKey(base.oid, input.dependencies, input.packageRoot, ports.sandbox);
    const kept = ports.baselines.get(key);
    if (kept) {
      baseline = Promise.resolve(kept.suite.map((value) => ({ kind: "sealed", value })));
      typecheckBase = Promise.resolve({ kind: "sealed", value: kept.typecheck });
      return;
    }
    const runs = (async () => {
      const first = await suite(base, base, {});
      if (first.kind !== "sealed") return [first];
      return [first, await suite(base, base, { shuffleSeed: BASELINE_SHUFFLE_SEED })];
    })();
    const types = typecheck(base, base);
    baseline = runs;
    typecheckBase = types;
    void Promise.all([runs, types]).then(([suites, checked]) => {
      const sealed = suites.flatMap((run) => (run.kind === "sealed" ? [run.value] : []));
      if (sealed.length === 2 && checked.kind === "sealed") ports.baselines.keep(key, { suite: sealed, typecheck: checked.value });
    });
  }

  function announce(attempt: number, verdicts: readonly GateVerdict[]): void {
    for (const { gate, gateVersion, verdict } of verdicts) {
      const text = JSON.stringify(verdict);
      const key = `${String(attempt)}/${gate}`;
      if (announced.get(key) === text) continue;
      announced.set(key, text);
      journal.emit({ type: "verdict", attempt, gate, gateVersion, verdict });
    }
  }

  async function gather(
    attempt: number,
    fix: ChangeSet,
    tests: ChangeSet,
    denied: readonly DeniedWrite[],
  ): Promise<Result<Gathered, RunEnd>> {
    const missing: Missing[] = [];
    const step = (name: Parameters<typeof emitStep>[0], detail: string): void => {
      emitStep(name, detail);
    };
    function emitStep(
      name: "opening-sandbox" | "baseline" | "running-tests" | "typechecking" | "mutating" | "ablating" | "exporting",
      detail: string,
    ): void {
      journal.emit({ type: "step", attempt, step: name, detail });
    }

    const merged = await ports.git.merge(base.oid, [
      { name: "fixer", changes: fix },
      { name: "test-writer", changes: tests },
    ]);
    // Their masks do not overlap, so two roles that changed one path is a bug of ours and not of theirs.
    if (!merged.ok)
      return err({
        kind: "error",
        message: `fixer and test-writer changed the same path: ${merged.error.conflicts.map((conflict) => conflict.path).join(", ")}`,
        advice: "Report this: the masks should have prevented it.",
      });

    const [fixFiles, testFiles, candidate] = await Promise.all([
      ports.git.files(fix.result),
      ports.git.files(tests.result),
      ports.git.files(merged.value),
    ]);
    const inputs = subject.ticket.touches.length > 0 ? candidate : base;
    const texts = [...changedTexts("fixer", fix, base, fixFiles), ...changedTexts("test-writer", tests, base, testFiles)];

    await input.onTexts(attempt, texts);

    let evidence: AttemptEvidence = {
      ticket: subject.ticket,
      snapshots: { base: base.oid, baseWithTests: tests.result, fix: fix.result, candidate: candidate.oid },
      fix: roleChanges("fixer", fix),
      tests: roleChanges("test-writer", tests),
      denied,
      baseline: [],
      baseWithTests: [],
      candidate: [],
      missing: [],
    };
    /** Announces a gate as soon as what it needs is there, so that the screen fills in the order in which things were decided. */
    const judge = (...gates: readonly string[]): void => {
      announce(
        attempt,
        judgeAll({ ...evidence, missing }).filter(({ gate }) => gates.includes(gate)),
      );
    };
    let stopped: RunEnd | null = null;
    /** A question, not a variable: `keep` may have set it since it was last asked. */
    const stop = (): Result<never, RunEnd> | null => (stopped === null ? null : err(stopped));
    let end: ReturnType<typeof stop>;
    function keep<T>(piece: EvidenceName, result: Piece<T>): Sealed<T> | undefined {
      if (result.kind === "end") stopped ??= result.end;
      else if (result.kind === "missing") missing.push({ piece, reason: result.reason });
      else {
        journal.emit({
          type: "evidence",
          attempt,
          piece,
          on: result.value.on,
          digest: result.value.digest,
          tookMs: result.value.tookMs,
        });
        return result.value;
      }
      return undefined;
    }
    /** Adds what is there and leaves out what is not; an absent key stays absent. */
    function add<K extends EvidenceName>(piece: K, value: AttemptEvidence[K] | undefined): void {
      if (value !== undefined) evidence = { ...evidence, [piece]: value };
    }
    const analysisInput = { ticket: subject.ticket, base, candidate, fix, tests, signal: input.signal };

    judge("scope");
    add(
      "inspection",
      keep("inspection", await measure(candidate.oid, () => ports.analysis.inspect(analysisInput), analysisReason)),
    );

    step("baseline", "the suite on base, twice, once shuffled");
    startBaseline();
    const baseRuns = (await baseline) ?? [];
    evidence = { ...evidence, baseline: baseRuns.map((run) => keep("baseline", run)).filter((run) => run !== undefined) };
    if ((end = stop())) return end;
    judge("baseline");

    // Only the test-writer's own files can tell here; where something else of the tests' side changed, everything may be touched.
    step("running-tests", "the new tests without the fix");
    const known = new Set(evidence.baseline[0]?.value.files.map((file) => file.path) ?? []);
    const written = tests.changes.filter((change) => change.after !== null).map((change) => change.path);
    const looksLikeTests =
      written.length > 0 && written.every((path) => known.has(path) || /\.(test|spec|test-d)\.[cm]?[jt]sx?$/.test(path));
    const only = looksLikeTests ? { files: written } : {};
    const without = keep("baseWithTests", await suite(testFiles, base, only));
    const red: Sealed<SuiteReport>[] = without ? [without] : [];
    // What is red by chance, or by the clock, is not so each time. Few files, so it costs little.
    for (let turn = 1; turn < RED_RUNS && looksLikeTests && without?.value.files.some(({ state }) => state === "fail"); turn++) {
      step("running-tests", `the new tests without the fix, again (${String(turn + 1)} of ${String(RED_RUNS)})`);
      const again = keep("baseWithTests", await suite(testFiles, base, only));
      if (again) red.push(again);
      if ((end = stop())) return end;
    }
    evidence = { ...evidence, baseWithTests: red };
    if ((end = stop())) return end;

    step("running-tests", "the whole suite with fix and tests");
    const whole = keep("candidate", await suite(candidate, inputs, {}));
    const repeats: Sealed<SuiteReport>[] = [];
    if (whole && written.length > 0) {
      for (const [at, repeat] of REPEATS.entries()) {
        const how = at === REPEATS.length - 1 ? "shuffled, at another date" : "shuffled";
        step("running-tests", `the new tests again, ${how} (${String(at + 1)} of ${String(REPEATS.length)})`);
        const again = keep("candidate", await suite(candidate, inputs, { ...only, ...repeat }));
        if (again) repeats.push(again);
        if ((end = stop())) return end;
      }
    }
    if (whole) evidence = { ...evidence, candidate: [whole, ...repeats] };
    if ((end = stop())) return end;
    judge("fails-without-fix", "passes-with-fix", "suite", "integrity");

    step("typechecking", "base, base with tests, candidate");
    if (typecheckBase) add("typecheckBase", keep("typecheckBase", await typecheckBase));
    add("typecheckBaseWithTests", keep("typecheckBaseWithTests", await typecheck(testFiles, base)));
    add("typecheckCandidate", keep("typecheckCandidate", await typecheck(candidate, inputs)));
    if ((end = stop())) return end;
    judge("typecheck", "fails-without-fix");

    add(
      "acceptance",
      keep(
        "acceptance",
        await measure(
          candidate.oid,
          () => ports.analysis.acceptance({ ...analysisInput, suite: whole?.value ?? null }),
          analysisReason,
        ),
      ),
    );
    const changed = [...fix.changes, ...tests.changes].filter((change) => change.after !== null).map((change) => change.path);
    add(
      "format",
      keep(
        "format",
        await measure(
          candidate.oid,
          async () => {
            const opened = await session(candidate, inputs);
            const onBase = { files: base, open: () => session(base, base) };
            return opened.ok ? measureFormat(changed, opened.value, onBase, input.signal) : opened;
          },
          sandboxReason,
        ),
      ),
    );
    judge("acceptance", "format");

    // Mutants and ablated hunks of a candidate that is newly red tell nothing; what was red on base stands in nobody's way.
    const newlyRed = judgeAll({ ...evidence, missing }).some(
      ({ gate, verdict }) => (gate === "suite" || gate === "passes-with-fix") && verdict.outcome === "fail",
    );
    if (whole && !newlyRed && evidence.baseline.length > 0) {
      const experiment = {
        ...analysisInput,
        git: ports.git,
        sandbox: ports.sandbox,
        dependencies: input.dependencies,
        packageRoot: input.packageRoot,
        inputs,
        suite: whole.value,
        budget: { mutants: subject.budget.mutants },
      };
      step("mutating", "the changed lines are altered, to see whether the tests notice");
      const onMutant = (done: number, total: number): void => {
        step("mutating", `${String(done)} of ${String(total)} mutants`);
      };
      add(
        "mutation",
        keep(
          "mutation",
          await measure(candidate.oid, () => ports.analysis.mutate({ ...experiment, onProgress: onMutant }), analysisReason),
        ),
      );
      if ((end = stop())) return end;
      judge("mutation", "can-fail");
      step("ablating", "each hunk of the fix is left out once");
      const onHunk = (done: number, total: number): void => {
        step("ablating", `${String(done)} of ${String(total)} hunks`);
      };
      add(
        "ablation",
        keep(
          "ablation",
          await measure(candidate.oid, () => ports.analysis.ablate({ ...experiment, onProgress: onHunk }), analysisReason),
        ),
      );
      judge("ablation");
    } else {
      const reason = "not run: the suite is red on the candidate";
      missing.push({ piece: "mutation", reason }, { piece: "ablation", reason });
      judge("mutation", "ablation", "can-fail");
    }
    if ((end = stop())) return end;

    step("exporting", "the patch is applied to a fresh checkout of base");
    add(
      "export",
      keep(
        "export",
        await measure(
          candidate.oid,
          async () => {
            const patch = await ports.git.patch(base.oid, candidate.oid, exportCommit(subject, input.author, ports.clock.now()));
            const applied = await ports.git.applyPatch(base.oid, patch);
            return ok(
              applied.ok
                ? { applied: applied.value, reason: "applied to a fresh checkout of base" }
                : { applied: null, reason: applied.error.message },
            );
          },
          (error: { readonly kind: string }) => error.kind,
        ),
      ),
    );
    judge("export");
    return ok({ evidence: { ...evidence, missing }, texts, candidate });
  }

  function withReview(attempt: number, evidence: AttemptEvidence, reply: string): AttemptEvidence {
    const { reviewer, fixer } = subject.models;
    const review = seal(
      {
        reply,
        model: `${reviewer.backend}:${reviewer.model}`,
        sameModelAsFixer: reviewer.backend !== "scripted" && reviewer.backend === fixer.backend && reviewer.model === fixer.model,
        calibration: input.calibration,
      },
      evidence.snapshots.candidate,
      0,
    );
    journal.emit({ type: "evidence", attempt, piece: "review", on: review.on, digest: review.digest, tookMs: 0 });
    return { ...evidence, review };
  }

  return {
    startBaseline,
    gather,
    withReview,
    announce,
    async dispose(): Promise<void> {
      const opened = await Promise.all(sessions.values());
      await Promise.all(opened.map((each) => (each.ok ? each.value.dispose() : Promise.resolve())));
    },
  };
}

function roleChanges(role: RoleChanges["role"], set: ChangeSet): RoleChanges {
  return { role, base: set.base, result: set.result, changes: set.changes };
}

function sandboxReason(error: SandboxError): string {
  return error.kind === "cancelled" ? "cancelled" : `${error.message} ${error.advice}`.trim();
}
function analysisReason(error: AnalysisError): string {
  return error.kind === "cancelled" ? "cancelled" : `${error.message} ${error.advice}`.trim();
}

export function exportCommit(subject: RunTicketInput["subject"], author: CommitInfo["author"], now: number): CommitInfo {
  return {
    author,
    timestamp: Math.floor(now / 1000),
    timezoneOffset: 0,
    branch: `fixgate/${subject.ticket.id}`,
    message: `${subject.ticket.title}\n\nTicket: ${subject.ticket.id}\n`,
  };
}
