/**
 * One run of one ticket: attempts of fixer, test-writer, evidence, gates and reviewer, until it is verified or there is
 * a reason to stop. This file only orders the steps; what each piece of evidence needs stands in gather-evidence.ts, and
 * what it means stands in the gates.
 */
import type { AttemptEvidence, DeniedWrite, ReviewReport } from "../core/evidence/index.ts";
import { judgeAll, isVerified, type GateId } from "../core/gate/index.ts";
import type { Role } from "../core/role/index.ts";
import { err, ok, type Result } from "../core/result.ts";
import {
  endOf,
  feedbackFor,
  overBudget,
  type AttemptRecord,
  type Observation,
  type RunEnd,
  type RunSubject,
} from "../core/run/index.ts";
import type { SnapshotFiles } from "../core/snapshot/index.ts";
import { statementsOf } from "../core/ticket/index.ts";
import type { ChangeSet } from "../core/change-set/index.ts";
import { unifiedDiff } from "./diff-text.ts";
import { createEvidenceGatherer, type EvidencePorts } from "./gather-evidence.ts";
import type {
  AgentBrief,
  AgentError,
  AgentOutcome,
  AgentRunner,
  Clock,
  Dependencies,
  ModelBackend,
  OpenSandbox,
  Store,
} from "./ports/index.ts";
import { believed, onlyOwnCasesMissed, type OwnCases } from "./own-cases.ts";
import type { RunJournal } from "./run-journal.ts";

export interface RunTicketPorts extends EvidencePorts {
  readonly agents: AgentRunner;
  readonly models: Readonly<Record<Role, ModelBackend>>;
  readonly store: Store;
  readonly clock: Clock;
}

export interface RunTicketInput {
  readonly subject: RunSubject;
  readonly base: SnapshotFiles;
  readonly dependencies: Dependencies;
  readonly packageRoot: OpenSandbox["packageRoot"];
  readonly author: { readonly name: string; readonly email: string };
  /** Of the reviewer's model. */
  readonly calibration: ReviewReport["calibration"];
  /** The gates' own cases, as they came out just now. */
  readonly ownCases: OwnCases;
  readonly signal: AbortSignal;
  /** Resolves at once, or when the person resumes. */
  readonly whilePaused: () => Promise<void>;
  readonly onStream: (role: Role, text: string, tokens: number) => void;
  readonly onSuiteProgress: (progress: { filesDone: number; filesTotal: number; testsPassed: number; testsFailed: number }) => void;
  /** As soon as both roles have written: what the screen shows beside the gates. */
  readonly onTexts: (attempt: number, texts: AttemptRecord["texts"]) => Promise<void>;
  /** Before a verified run is said to be so: what it exports is stored first. */
  readonly beforeEnd: (verified: AttemptRecord) => Promise<void>;
}

/** A reply that can't be used costs the attempt; everything else that fails a role ends the run. */
type RoleFailure =
  | { readonly kind: "unusable"; readonly role: Role; readonly message: string }
  | { readonly kind: "no-reply"; readonly end: RunEnd }
  | { readonly kind: "end"; readonly end: RunEnd };

export async function runTicket(
  input: RunTicketInput,
  journal: RunJournal,
  ports: RunTicketPorts,
): Promise<{ end: RunEnd; record: AttemptRecord | null }> {
  const { subject } = input;
  const startedAt = ports.clock.now();
  const gatherer = createEvidenceGatherer(input, journal, ports);
  const observations: Observation[] = [];
  let tokens = 0;
  let feedback: { readonly fixer: string | null; readonly testWriter: string | null } = { fixer: null, testWriter: null };
  let record = null as AttemptRecord | null;

  async function askRole(
    attempt: number,
    brief: AgentBrief,
    base: SnapshotFiles,
  ): Promise<Result<{ outcome: AgentOutcome; changes: ChangeSet; denied: readonly DeniedWrite[] }, RoleFailure>> {
    const { role } = brief;
    await input.whilePaused();
    journal.emit({ type: "role-started", attempt, role });
    const denied: DeniedWrite[] = [];
    const workspace = await ports.git.workspace({
      role,
      base: base.oid,
      ticket: subject.ticket,
      onEvent(event) {
        if (event.type === "read") journal.emit({ type: "file-read", attempt, role: event.role, path: event.path });
        else if (event.type === "written")
          journal.emit({
            type: "file-written",
            attempt,
            role: event.role,
            path: event.path,
            added: event.added,
            removed: event.removed,
          });
        else {
          denied.push(event.denied);
          journal.emit({ type: "write-denied", attempt, denied: event.denied });
        }
      },
    });
    const outcome = await ports.agents.run({
      attempt,
      brief,
      workspace: workspace.port,
      model: ports.models[role],
      signal: input.signal,
      onText: (text, count) => {
        input.onStream(role, text, count);
      },
      onReply: (reply) => {
        tokens += reply.tokens;
        journal.emit({
          type: "reply",
          attempt,
          role,
          text: reply.text,
          tokens: reply.tokens,
          ms: reply.ms,
          problem: reply.problem,
        });
      },
    });
    // Whatever was written before a failure is thrown away with the workspace.
    const changes = await ports.git.commitWorkspace(workspace.id);
    if (!outcome.ok) {
      const { error } = outcome;
      const { message, advice } = wording(error);
      journal.emit({ type: "role-ended", attempt, role, outcome: "failed", message, result: null });
      if (error.kind === "cancelled" || input.signal.aborted) return err({ kind: "end", end: { kind: "cancelled" } });
      if (error.kind === "unusable-reply") return err({ kind: "unusable", role, message });
      const silent = error.kind === "model" && error.error.kind === "no-reply";
      const end: RunEnd = { kind: "error", message, advice };
      return err(silent ? { kind: "no-reply", end } : { kind: "end", end });
    }
    journal.emit({ type: "role-ended", attempt, role, outcome: "done", message: null, result: changes.result });
    // Events travel apart from answers; what the agent was told itself makes up for one that is still on its way.
    return ok({
      outcome: outcome.value,
      changes,
      denied: denied.length >= outcome.value.denied.length ? denied : outcome.value.denied,
    });
  }

  /** A script can't know the candidate's oid in advance: what was written before the run names it by a mark. A real model gets no such help. */
  function answerOf(reply: string, evidence: AttemptEvidence): string {
    if (subject.models.reviewer.backend !== "scripted") return reply;
    const entries = statementsOf(subject.ticket).map((statement) => ({ statement, met: true, evidence: "the diff" }));
    return reply.replaceAll("{{oid}}", evidence.snapshots.candidate).replaceAll("{{statements}}", () => JSON.stringify(entries));
  }

  /** There is nothing to judge: the attempt is over, and the next one is told why. */
  function giveUp(attempt: number, failure: RoleFailure): RunEnd | null {
    // A script that was written for fewer attempts has nothing more to say: the run ends with what its gates said.
    const before = observations.at(-1);
    if (failure.kind === "no-reply" && before) return { kind: "refused", failing: before.gates };
    if (failure.kind !== "unusable") return failure.end;
    const text = `Your last reply could not be used: ${failure.message}`;
    journal.emit({ type: "attempt-ended", attempt, record: "", outcome: "refused", feedback: text });
    feedback = failure.role === "fixer" ? { fixer: text, testWriter: null } : { fixer: null, testWriter: text };
    if (attempt >= subject.budget.attempts) return { kind: "refused", failing: [] };
    return overBudget({ attempts: attempt, tokens, wallMs: ports.clock.now() - startedAt }, subject.budget);
  }

  async function attemptOnce(attempt: number): Promise<RunEnd | null> {
    journal.emit({
      type: "attempt-started",
      attempt,
      feedback: [feedback.fixer, feedback.testWriter].filter((text) => text !== null).join("\n\n") || null,
    });
    gatherer.startBaseline();

    journal.emit({ type: "step", attempt, step: "fixing", detail: "the fixer is working on the ticket" });
    const fixer = await askRole(attempt, { role: "fixer", ticket: subject.ticket, feedback: feedback.fixer }, input.base);
    if (!fixer.ok) return giveUp(attempt, fixer.error);

    journal.emit({
      type: "step",
      attempt,
      step: "writing-test",
      detail: "the test-writer has the ticket and the base, not the fix",
    });
    const changedPaths = fixer.value.changes.changes.map((change) => change.path);
    const tester = await askRole(
      attempt,
      { role: "test-writer", ticket: subject.ticket, feedback: feedback.testWriter, changedPaths },
      input.base,
    );
    if (!tester.ok) return giveUp(attempt, tester.error);

    const gathered = await gatherer.gather(attempt, fixer.value.changes, tester.value.changes, [
      ...fixer.value.denied,
      ...tester.value.denied,
    ]);
    if (!gathered.ok) return gathered.error;
    let evidence = gathered.value.evidence;

    // The reviewer is asked about what the machine could not refute; asking about a red candidate would only cost tokens.
    const firm: readonly GateId[] = ["scope", "fails-without-fix", "passes-with-fix", "suite", "typecheck", "integrity"];
    const sofar = believed(judgeAll(evidence), input.ownCases);
    const red = sofar.filter(
      ({ gate, verdict }) => firm.includes(gate) && (verdict.outcome === "fail" || verdict.outcome === "unknown"),
    );
    if (red.length > 0) {
      evidence = {
        ...evidence,
        missing: [
          ...evidence.missing,
          { piece: "review", reason: `the reviewer was not asked: ${red.map(({ gate }) => gate).join(", ")} did not pass` },
        ],
      };
    } else {
      journal.emit({
        type: "step",
        attempt,
        step: "reviewing",
        detail: "the reviewer judges the candidate, statement by statement",
      });
      const review = await askRole(
        attempt,
        {
          role: "reviewer",
          ticket: subject.ticket,
          candidate: evidence.snapshots.candidate,
          statements: statementsOf(subject.ticket),
          diff: unifiedDiff(gathered.value.texts),
          verdicts: sofar
            .filter(({ gate }) => firm.includes(gate))
            .map(({ gate, verdict }) => `${gate}: ${verdict.outcome} (${verdict.reason})`)
            .join("\n"),
        },
        gathered.value.candidate,
      );
      if (review.ok) evidence = gatherer.withReview(attempt, evidence, answerOf(review.value.outcome.reply, evidence));
      else if (review.error.kind !== "unusable" && review.error.end.kind === "cancelled") return review.error.end;
      else {
        const reason =
          review.error.kind === "unusable"
            ? review.error.message
            : review.error.end.kind === "error"
              ? review.error.end.message
              : review.error.end.kind;
        evidence = { ...evidence, missing: [...evidence.missing, { piece: "review", reason }] };
      }
    }

    journal.emit({ type: "step", attempt, step: "judging", detail: "the gates judge the evidence" });
    const verdicts = believed(judgeAll(evidence), input.ownCases);
    gatherer.announce(attempt, verdicts);
    const verified = isVerified(verdicts);
    const next = feedbackFor(verdicts, evidence);
    record = {
      id: `${journal.run}-${String(attempt)}`,
      run: journal.run,
      attempt,
      subject,
      evidence,
      verdicts,
      texts: gathered.value.texts,
      at: ports.clock.now(),
    };
    await ports.store.putAttempt(record);
    journal.emit({
      type: "attempt-ended",
      attempt,
      record: record.id,
      outcome: verified ? "verified" : "refused",
      feedback: verified ? null : [next.fixer, next.testWriter].filter((text) => text !== null).join("\n\n") || null,
    });
    if (verified) return { kind: "verified", attempt, candidate: evidence.snapshots.candidate };
    feedback = next;
    const failing = verdicts
      .filter(({ verdict }) => verdict.outcome === "fail" || verdict.outcome === "unknown")
      .map(({ gate }) => gate);
    const because = onlyOwnCasesMissed(verdicts, input.ownCases);
    if (because !== null) return { kind: "refused", failing, because };
    observations.push({ gates: failing });
    return endOf(observations, { attempts: attempt, tokens, wallMs: ports.clock.now() - startedAt }, subject.budget);
  }

  journal.emit({ type: "run-opened", subject });
  let end: RunEnd | null = null;
  for (let attempt = 1; end === null; attempt++) {
    if (input.signal.aborted) end = { kind: "cancelled" };
    else end = await attemptOnce(attempt);
  }
  if (end.kind === "verified" && record) await input.beforeEnd(record);
  journal.emit({ type: "run-ended", end });
  await journal.flush();
  await gatherer.dispose();
  return { end, record };
}

function wording(error: AgentError): { readonly message: string; readonly advice: string } {
  switch (error.kind) {
    case "cancelled":
      return { message: "cancelled", advice: "" };
    case "model":
      return error.error.kind === "cancelled"
        ? { message: "cancelled", advice: "" }
        : { message: error.error.message, advice: error.error.advice };
    case "unusable-reply":
    case "lost":
      return { message: error.message, advice: error.advice };
  }
}
