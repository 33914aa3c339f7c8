/**
 * Several tickets, each with its own green test, put together. Merged tree, whole suite, type check, format: red three
 * observations in a row is `stuck`, next action `investigate`. Then the culprit is looked for by leaving tickets out, the
 * others are seen to be green together, and those are offered as a series. Nothing is left out without saying so.
 */
import { seal, type FormatReport, type Sealed, type SuiteReport, type TypecheckReport } from "../core/evidence/index.ts";
import {
  judgeIntegration,
  nextCulpritProbe,
  suspectsIn,
  type ConvergedTicket,
  type CulpritProbe,
  type IntegrationConflict,
  type IntegrationEvidence,
} from "../core/gate/index.ts";
import type { ChangeSet } from "../core/change-set/index.ts";
import { STUCK_AFTER, type AttemptRecord } from "../core/run/index.ts";
import type { Oid, RepoPath, SnapshotFiles } from "../core/snapshot/index.ts";
import type { TicketId } from "../core/ticket/index.ts";
import { isAborted } from "../protocol/is-aborted.ts";
import type { Verdict } from "../core/verdict/index.ts";
import type { Artifact } from "./fixgate.ts";
import { exportCommit } from "./gather-evidence.ts";
import { measureFormat } from "./measure-format.ts";
import type { Clock, CommitInfo, Dependencies, ExportPort, GitStore, OpenSandbox, Sandbox } from "./ports/index.ts";

export interface IntegrationPorts {
  readonly git: GitStore & ExportPort;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
}

export interface IntegrationInput {
  readonly base: SnapshotFiles;
  /** The last attempt of each ticket whose own test fails without its fix and passes with it. */
  readonly tracks: readonly AttemptRecord[];
  readonly dependencies: Dependencies;
  readonly packageRoot: OpenSandbox["packageRoot"];
  readonly author: CommitInfo["author"];
  readonly signal: AbortSignal;
  readonly onChange: (view: IntegrationView) => void;
}

export type IntegrationEnd =
  | { readonly kind: "green"; readonly shipped: readonly TicketId[] }
  /** The tickets left out go back to the list; `shipped` were seen to be green together. */
  | {
      readonly kind: "stuck";
      readonly nextAction: "investigate";
      readonly culprits: readonly TicketId[];
      readonly shipped: readonly TicketId[];
    }
  | { readonly kind: "unknown"; readonly reason: string }
  | { readonly kind: "cancelled" };

export interface IntegrationView {
  readonly tickets: readonly TicketId[];
  readonly step: string | null;
  /** Verdicts on the merged tree of all tickets, in the order of observation. */
  readonly observations: readonly Verdict[];
  readonly probes: readonly CulpritProbe[];
  readonly end: IntegrationEnd | null;
  /** `git am`-able series of what can ship. */
  readonly artifacts: readonly Artifact[];
}

const FILE_DEADLINE_MS = 60_000;

interface Measured {
  readonly suite?: Sealed<SuiteReport>;
  readonly types?: Sealed<TypecheckReport>;
  readonly format?: Sealed<FormatReport>;
}

/** What has to hold for a ticket to be a track at all. */
export function isConverged(record: AttemptRecord): boolean {
  const passed = new Set(record.verdicts.filter(({ verdict }) => verdict.outcome === "pass").map(({ gate }) => gate));
  return passed.has("scope") && passed.has("fails-without-fix") && passed.has("passes-with-fix");
}

export async function integrate(input: IntegrationInput, ports: IntegrationPorts): Promise<IntegrationView> {
  const { base, tracks, signal } = input;
  const tickets = tracks.map(convergedTicket);
  let view: IntegrationView = {
    tickets: tickets.map(({ ticket }) => ticket),
    step: null,
    observations: [],
    probes: [],
    end: null,
    artifacts: [],
  };
  const show = (change: Partial<IntegrationView>): void => {
    view = { ...view, ...change };
    input.onChange(view);
  };
  const finish = (end: IntegrationEnd, artifacts: readonly Artifact[] = []): IntegrationView => {
    show({ end, artifacts, step: null });
    return view;
  };

  const open = (snapshot: SnapshotFiles): ReturnType<Sandbox["open"]> =>
    ports.sandbox.open({
      snapshot,
      inputs: base,
      dependencies: input.dependencies,
      packageRoot: input.packageRoot,
      signal,
    });

  /** `changed` are the paths that differ from base. */
  async function measure(snapshot: SnapshotFiles, changed: readonly RepoPath[]): Promise<Measured> {
    const from = ports.clock.now();
    const opened = await open(snapshot);
    if (!opened.ok) return {};
    const [suite, types, format] = [
      await opened.value.suite({ fileDeadlineMs: FILE_DEADLINE_MS, signal }),
      await opened.value.typecheck({ signal }),
      await measureFormat(changed, opened.value, { files: base, open: () => open(base) }, signal),
    ];
    await opened.value.dispose();
    const took = ports.clock.now() - from;
    return {
      ...(suite.ok ? { suite: seal(suite.value, snapshot.oid, took) } : {}),
      ...(types.ok ? { types: seal(types.value, snapshot.oid, took) } : {}),
      ...(format.ok ? { format: seal(format.value, snapshot.oid, took) } : {}),
    };
  }

  /** Merges some of the tickets and judges what comes out. */
  async function observe(kept: readonly AttemptRecord[], onBase: Measured): Promise<Verdict> {
    const merged = await ports.git.merge(base.oid, setsOf(kept));
    const conflicts: IntegrationConflict[] = merged.ok
      ? []
      : merged.error.conflicts.map(({ path, between, lines }) => ({
          path,
          between: [between[0] as TicketId, between[1] as TicketId],
          lines,
        }));
    const seen = merged.ok ? await measure(await ports.git.files(merged.value), changedPaths(kept)) : {};
    const evidence: IntegrationEvidence = {
      base: base.oid,
      merged: merged.ok ? merged.value : null,
      tickets: kept.map(convergedTicket),
      conflicts,
      baseline: onBase.suite ? [onBase.suite] : [],
      ...(onBase.types ? { typecheckBase: onBase.types } : {}),
      ...(seen.suite ? { suite: seen.suite } : {}),
      ...(seen.types ? { typecheck: seen.types } : {}),
      ...(seen.format ? { format: seen.format } : {}),
    };
    return judgeIntegration(evidence);
  }

  show({ step: "the suite on base" });
  const onBase = await measure(base, []);
  for (let again = 1; again <= STUCK_AFTER; again++) {
    if (signal.aborted) return finish({ kind: "cancelled" });
    show({ step: `all ${String(tickets.length)} tickets on one tree, observation ${String(again)}` });
    const verdict = await observe(tracks, onBase);
    // A measurement that was broken off says unknown, and that is not what happened.
    if (isAborted(signal)) return finish({ kind: "cancelled" });
    show({ observations: [...view.observations, verdict] });
    if (verdict.outcome === "pass") return finish({ kind: "green", shipped: view.tickets }, await series(tracks, input, ports));
    if (verdict.outcome === "unknown") return finish({ kind: "unknown", reason: verdict.reason });
  }

  const findings = view.observations.at(-1)?.findings ?? [];
  // A ticket whose own run already said that the whole suite is red is the first to be left out.
  const accused = tracks
    .filter(({ verdicts }) => verdicts.some(({ gate, verdict }) => gate === "suite" && verdict.outcome === "fail"))
    .map(({ subject }) => subject.ticket.id);
  const suspects = [...new Set([...accused, ...suspectsIn(findings, tickets)])];
  for (;;) {
    if (signal.aborted) return finish({ kind: "cancelled" });
    const plan = nextCulpritProbe(view.tickets, view.probes, suspects);
    if (plan.kind === "unknown") return finish({ kind: "unknown", reason: plan.reason });
    if (plan.kind === "found") {
      const shipped = tracks.filter(({ subject }) => plan.green.includes(subject.ticket.id));
      return finish(
        { kind: "stuck", nextAction: "investigate", culprits: plan.culprits, shipped: plan.green },
        await series(shipped, input, ports),
      );
    }
    const without = view.tickets.filter((ticket) => !plan.keep.includes(ticket));
    show({ step: `without ${without.join(", ")}` });
    const verdict = await observe(
      tracks.filter(({ subject }) => plan.keep.includes(subject.ticket.id)),
      onBase,
    );
    if (isAborted(signal)) return finish({ kind: "cancelled" });
    const outcome = verdict.outcome === "pass" ? "green" : verdict.outcome === "fail" ? "red" : "unknown";
    show({ probes: [...view.probes, { kept: plan.keep, outcome }] });
  }
}

/** Of all of them that are there afterwards. */
function changedPaths(records: readonly AttemptRecord[]): readonly RepoPath[] {
  const changes = records.flatMap(({ evidence: { fix, tests } }) => [...fix.changes, ...tests.changes]);
  return [...new Set(changes.filter(({ after }) => after !== null).map(({ path }) => path))];
}

function convergedTicket(record: AttemptRecord): ConvergedTicket {
  const { fix, tests, candidate } = record.evidence;
  const paths = [...fix.changes, ...tests.changes].map((change) => change.path);
  const written = new Set(tests.changes.filter((change) => change.after !== null).map((change) => change.path));
  const newTests = (candidate[0]?.value.files ?? [])
    .filter((file) => written.has(file.path))
    .flatMap((file) => file.tests.filter((test) => test.state === "pass").map((test) => test.id));
  return { ticket: record.subject.ticket.id, paths, newTests, goneTests: [] };
}

function setsOf(records: readonly AttemptRecord[]): readonly { readonly name: string; readonly changes: ChangeSet }[] {
  return records.map(({ subject, evidence: { fix, tests, snapshots } }) => ({
    name: subject.ticket.id,
    changes: { base: snapshots.base, result: snapshots.candidate, changes: [...fix.changes, ...tests.changes] },
  }));
}

/** One patch a ticket, each on top of the one before: what `git am` takes as it is. */
async function series(
  records: readonly AttemptRecord[],
  { base, author }: IntegrationInput,
  ports: IntegrationPorts,
): Promise<readonly Artifact[]> {
  let before: Oid = base.oid;
  const patches: string[] = [];
  for (let upTo = 1; upTo <= records.length; upTo++) {
    const record = records[upTo - 1];
    const merged = await ports.git.merge(base.oid, setsOf(records.slice(0, upTo)));
    // They were merged and green a moment ago.
    if (!merged.ok || record === undefined) throw new Error("a series that was merged before can't be merged again");
    patches.push(await ports.git.patch(before, merged.value, exportCommit(record.subject, author, ports.clock.now())));
    before = merged.value;
  }
  return patches.length === 0 ? [] : [{ name: "integration.series.patch", bytes: new TextEncoder().encode(patches.join("\n")) }];
}
