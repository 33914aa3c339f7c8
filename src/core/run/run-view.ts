/** What a screen shows of a run: a fold over its journal. */
import type { DeniedWrite, EvidenceName } from "../evidence/index.ts";
import { GATE_IDS, type GateId } from "../gate/gate.ts";
import type { Role } from "../role/index.ts";
import type { Oid, RepoPath } from "../snapshot/index.ts";
import type { Verdict } from "../verdict/index.ts";
import type { RunEnd, RunEvent, RunId, RunStep, RunSubject } from "./run.ts";

export interface RoleView {
  readonly state: "waiting" | "working" | "done" | "failed";
  readonly read: readonly string[];
  readonly wrote: readonly { readonly path: RepoPath; readonly added: number; readonly removed: number }[];
  readonly denied: readonly DeniedWrite[];
  readonly replies: readonly {
    readonly text: string;
    readonly tokens: number;
    readonly ms: number;
    readonly problem: string | null;
  }[];
  readonly message: string | null;
  readonly result: Oid | null;
}

export interface GateView {
  readonly gate: GateId;
  /** null: not judged yet. */
  readonly verdict: Verdict | null;
  /** Milliseconds from the attempt's start to the verdict. */
  readonly tookMs: number | null;
}

export interface AttemptView {
  readonly number: number;
  readonly startedAt: number;
  readonly feedbackIn: string | null;
  readonly roles: Readonly<Record<Role, RoleView>>;
  readonly gates: readonly GateView[];
  readonly evidence: readonly {
    readonly piece: EvidenceName;
    readonly on: Oid;
    readonly digest: string;
    readonly tookMs: number;
  }[];
  readonly record: string | null;
  readonly outcome: "running" | "verified" | "refused";
  readonly feedbackOut: string | null;
}

export interface RunView {
  readonly id: RunId;
  readonly openedAt: number;
  readonly lastAt: number;
  readonly subject: RunSubject;
  readonly step: { readonly step: RunStep; readonly detail: string; readonly since: number } | null;
  readonly paused: boolean;
  readonly attempts: readonly AttemptView[];
  readonly end: RunEnd | null;
}

const idle: RoleView = { state: "waiting", read: [], wrote: [], denied: [], replies: [], message: null, result: null };

/** Null until the journal begins with `run-opened`. Unknown order is a bug of ours and throws. */
export function foldRun(events: readonly RunEvent[]): RunView | null {
  let view: RunView | null = null;
  for (const event of events) view = applyRunEvent(view, event);
  return view;
}

export function applyRunEvent(view: RunView | null, event: RunEvent): RunView {
  if (event.type === "run-opened")
    return {
      id: event.run,
      openedAt: event.at,
      lastAt: event.at,
      subject: event.subject,
      step: null,
      paused: false,
      attempts: [],
      end: null,
    };
  if (view === null) throw new Error(`a journal begins with run-opened, not with ${event.type}`);
  const next = { ...view, lastAt: event.at };
  switch (event.type) {
    case "step":
      return { ...next, step: { step: event.step, detail: event.detail, since: event.at } };
    case "attempt-started":
      return {
        ...next,
        attempts: [
          ...view.attempts,
          {
            number: event.attempt,
            startedAt: event.at,
            feedbackIn: event.feedback,
            roles: { fixer: idle, "test-writer": idle, reviewer: idle },
            gates: GATE_IDS.map((gate) => ({ gate, verdict: null, tookMs: null })),
            evidence: [],
            record: null,
            outcome: "running",
            feedbackOut: null,
          },
        ],
      };
    case "role-started":
      return onRole(next, event.attempt, event.role, (role) => ({ ...role, state: "working" }));
    case "file-read":
      return onRole(next, event.attempt, event.role, (role) =>
        role.read.includes(event.path) ? role : { ...role, read: [...role.read, event.path] },
      );
    case "file-written":
      return onRole(next, event.attempt, event.role, (role) => ({
        ...role,
        wrote: [
          ...role.wrote.filter((w) => w.path !== event.path),
          { path: event.path, added: event.added, removed: event.removed },
        ],
      }));
    case "write-denied":
      return onRole(next, event.attempt, event.denied.role, (role) => ({ ...role, denied: [...role.denied, event.denied] }));
    case "reply":
      return onRole(next, event.attempt, event.role, (role) => ({
        ...role,
        replies: [...role.replies, { text: event.text, tokens: event.tokens, ms: event.ms, problem: event.problem }],
      }));
    case "role-ended":
      return onRole(next, event.attempt, event.role, (role) => ({
        ...role,
        state: event.outcome,
        message: event.message,
        result: event.result,
      }));
    case "evidence":
      return onAttempt(next, event.attempt, (attempt) => ({
        ...attempt,
        evidence: [...attempt.evidence, { piece: event.piece, on: event.on, digest: event.digest, tookMs: event.tookMs }],
      }));
    case "verdict":
      return onAttempt(next, event.attempt, (attempt) => ({
        ...attempt,
        gates: attempt.gates.map((gate) =>
          gate.gate === event.gate ? { gate: gate.gate, verdict: event.verdict, tookMs: event.at - attempt.startedAt } : gate,
        ),
      }));
    case "attempt-ended":
      return onAttempt(next, event.attempt, (attempt) => ({
        ...attempt,
        record: event.record,
        outcome: event.outcome,
        feedbackOut: event.feedback,
      }));
    case "paused":
      return { ...next, paused: true };
    case "resumed":
      return { ...next, paused: false };
    case "run-ended":
      return { ...next, end: event.end, step: null, paused: false };
  }
}

function onAttempt(view: RunView, number: number, change: (attempt: AttemptView) => AttemptView): RunView {
  return { ...view, attempts: view.attempts.map((attempt) => (attempt.number === number ? change(attempt) : attempt)) };
}

function onRole(view: RunView, number: number, role: Role, change: (role: RoleView) => RoleView): RunView {
  return onAttempt(view, number, (attempt) => ({ ...attempt, roles: { ...attempt.roles, [role]: change(attempt.roles[role]) } }));
}
