/** `pass`, `fail` or `unknown`. Unknown is never a pass: it says what was not known. */
import type { Oid, RepoPath } from "../snapshot/index.ts";

/** One violation: the rule (its id stands in gate/SPEC.md), the place, and what was expected and found, where that says it. */
export interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly path?: RepoPath;
  /** 1-based. */
  readonly line?: number;
  readonly test?: string;
  readonly expected?: string;
  readonly received?: string;
  /** `error` decides; `note` is shown and does not. */
  readonly severity: "error" | "note";
}

export interface Verdict {
  readonly outcome: "pass" | "fail" | "unknown" | "not-applicable";
  /** One sentence a person reads first. */
  readonly reason: string;
  readonly findings: readonly Finding[];
  /** The snapshot that was graded. */
  readonly on: Oid;
  /** Digests of the evidence that it rests on. */
  readonly evidence: readonly string[];
}
