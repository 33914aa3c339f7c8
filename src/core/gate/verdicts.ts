/**
 * How a gate comes to its verdict: it asks for evidence, collects findings, and the outcome follows from both. A gate
 * never writes `pass` itself, so none can forget that what it did not see is unknown.
 */
import { EVIDENCE_VERSION, type AttemptEvidence, type EvidenceName, type Sealed } from "../evidence/index.ts";
import type { Oid } from "../snapshot/index.ts";
import type { Finding, Verdict } from "../verdict/index.ts";

/** Thrown by {@link Inquiry.need} and turned into `unknown` by {@link inquire}: the one way in which evidence can lack. */
class Unknown extends Error {
  readonly rule: string;
  constructor(rule: string, message: string) {
    super(message);
    this.rule = rule;
  }
}
class NotApplicable extends Error {}

type SingleName = Exclude<EvidenceName, "baseline" | "baseWithTests" | "candidate">;
type RunsName = Exclude<EvidenceName, SingleName>;
type ValueOf<P extends SingleName> = NonNullable<AttemptEvidence[P]>["value"];

export interface Inquiry {
  readonly evidence: AttemptEvidence;
  /** The value of a piece that is there, of this version, and measured on the snapshot it must be of. Else the verdict is `unknown`. */
  need<P extends SingleName>(piece: P): ValueOf<P>;
  /** As {@link need}, null where the piece is not there at all. A stale one is `unknown` all the same. */
  maybe<P extends SingleName>(piece: P): ValueOf<P> | null;
  /** All runs of the suite on that snapshot; `unknown` where there are fewer. */
  runs(piece: RunsName, atLeast: number): readonly AttemptEvidence[RunsName][number]["value"][];
  error(finding: Omit<Finding, "severity">): void;
  note(finding: Omit<Finding, "severity">): void;
  /** Stops the gate: what it would have to know is not known. */
  unknown(rule: string, message: string): never;
  /** Notes that something is not known and goes on, so that what is known to be wrong is still said. */
  doubt(rule: string, message: string): void;
  /** Stops the gate: the question does not arise here. Findings so far stay. */
  notApplicable(message: string): never;
}

const SNAPSHOT_OF: Readonly<Record<EvidenceName, keyof AttemptEvidence["snapshots"]>> = {
  inspection: "candidate",
  baseline: "base",
  baseWithTests: "baseWithTests",
  candidate: "candidate",
  typecheckBase: "base",
  typecheckBaseWithTests: "baseWithTests",
  typecheckCandidate: "candidate",
  mutation: "candidate",
  ablation: "candidate",
  acceptance: "candidate",
  format: "candidate",
  review: "candidate",
  export: "candidate",
};

export const PIECE_WORDS: Readonly<Record<EvidenceName, string>> = {
  inspection: "reading of the change",
  baseline: "suite run on base",
  baseWithTests: "suite run on base with the new tests",
  candidate: "suite run on the candidate",
  typecheckBase: "type check of base",
  typecheckBaseWithTests: "type check of base with the new tests",
  typecheckCandidate: "type check of the candidate",
  mutation: "mutants",
  ablation: "ablation of hunks",
  acceptance: "look at the ticket's statements",
  format: "look at the format",
  review: "review",
  export: "applied patch",
};

export interface InquiryOptions {
  /** The snapshot that is graded; the candidate where nothing is said. */
  readonly on?: keyof AttemptEvidence["snapshots"];
  /** The one sentence of a pass; may look at what was found. */
  readonly pass: (found: { readonly notes: number }) => string;
}

export function inquire(evidence: AttemptEvidence, options: InquiryOptions, ask: (inquiry: Inquiry) => void): Verdict {
  const findings: Finding[] = [];
  const doubts: string[] = [];
  const used = new Set<string>();
  let notApplicable: string | null = null;

  const check = <T>(piece: EvidenceName, sealed: Sealed<T>): T => {
    const word = PIECE_WORDS[piece];
    const expected: Oid = evidence.snapshots[SNAPSHOT_OF[piece]];
    // Kept records come back from a file: the types are a promise that a file does not keep.
    const { version, on, value } = sealed as {
      readonly version: unknown;
      readonly on: unknown;
      readonly value: T | null | undefined;
    };
    if (version !== EVIDENCE_VERSION)
      throw new Unknown(
        "EV3",
        `the ${word} is evidence of version ${String(version)}, this gate reads version ${String(EVIDENCE_VERSION)}`,
      );
    if (on !== expected)
      throw new Unknown("EV4", `the ${word} is of another snapshot: of ${short(String(on))}, not of ${short(expected)}`);
    if (value === undefined || value === null || typeof value !== "object") throw new Unknown("EV5", `the ${word} is truncated`);
    used.add(sealed.digest);
    return value;
  };
  const absent = (piece: EvidenceName, word = "no"): string => {
    const reason = evidence.missing.find((entry) => entry.piece === piece)?.reason;
    return reason === undefined ? `${word} ${PIECE_WORDS[piece]}` : `${word} ${PIECE_WORDS[piece]}: ${reason}`;
  };

  const inquiry: Inquiry = {
    evidence,
    need(piece) {
      const value = inquiry.maybe(piece);
      if (value === null) throw new Unknown("EV6", absent(piece));
      return value;
    },
    maybe<P extends SingleName>(piece: P): ValueOf<P> | null {
      const sealed = evidence[piece] as Sealed<ValueOf<P>> | undefined;
      return sealed === undefined ? null : check(piece, sealed);
    },
    runs(piece, atLeast) {
      const runs = evidence[piece].map((sealed) => check(piece, sealed));
      if (runs.length < atLeast)
        throw new Unknown(
          "EV6",
          runs.length === 0 ? absent(piece) : `${absent(piece, "too few runs: ")} (${String(runs.length)} of ${String(atLeast)})`,
        );
      for (const run of runs) {
        const { files, unsupported } = run as { readonly files: unknown; readonly unsupported: unknown };
        if (!Array.isArray(files) || !Array.isArray(unsupported))
          throw new Unknown("EV5", `the ${PIECE_WORDS[piece]} is truncated`);
        const blocking = run.unsupported.find((entry) => entry.affects);
        if (blocking !== undefined)
          throw new Unknown(
            "EV7",
            `the sandbox does not do this, and it could change a result: ${blocking.what}. ${blocking.advice}`,
          );
      }
      return runs;
    },
    error: (finding) => void findings.push({ ...finding, severity: "error" }),
    note: (finding) => void findings.push({ ...finding, severity: "note" }),
    unknown(rule, message) {
      throw new Unknown(rule, message);
    },
    doubt(rule, message) {
      doubts.push(message);
      findings.push({ rule, message, severity: "note" });
    },
    notApplicable(message) {
      throw new NotApplicable(message);
    },
  };

  try {
    ask(inquiry);
  } catch (thrown) {
    if (thrown instanceof Unknown) {
      doubts.push(thrown.message);
      findings.push({ rule: thrown.rule, message: thrown.message, severity: "note" });
    } else if (thrown instanceof NotApplicable) notApplicable = thrown.message;
    else throw thrown;
  }

  const on = evidence.snapshots[options.on ?? "candidate"];
  const verdict = conclude({ findings, doubts, on, evidence: [...used], pass: () => options.pass({ notes: findings.length }) });
  return verdict.outcome === "pass" && notApplicable !== null
    ? { ...verdict, outcome: "not-applicable", reason: notApplicable }
    : verdict;
}

interface Conclusion extends Pick<Verdict, "findings" | "on" | "evidence"> {
  readonly doubts: readonly string[];
  readonly pass: () => string;
}

/** What is known to be wrong outweighs what is not known: a person can act on it. */
export function conclude({ findings, doubts, on, evidence, pass }: Conclusion): Verdict {
  const verdict = (outcome: Verdict["outcome"], reason: string): Verdict => ({ outcome, reason, findings, on, evidence });
  const [first, ...more] = findings.filter((finding) => finding.severity === "error");
  if (first !== undefined)
    return verdict("fail", more.length === 0 ? first.message : `${first.message} (and ${String(more.length)} more)`);
  const [doubt] = doubts;
  return doubt === undefined ? verdict("pass", pass()) : verdict("unknown", doubt);
}

export const short = (oid: string): string => oid.slice(0, 10);
export const count = (n: number, one: string, many = `${one}s`): string => `${String(n)} ${n === 1 ? one : many}`;
/** First line of a message, for a sentence. */
export const firstLine = (text: string, length = 160): string => {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > length ? `${line.slice(0, length)}…` : line;
};
