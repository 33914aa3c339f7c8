/**
 * Several tickets, each green by itself, laid over one base. Together they can still be red: here is judged whether they
 * are, and planned, with as few runs as can be, which one to leave out. Nothing is left out by this code itself.
 */
import type { FormatReport, Sealed, SuiteReport, TestId, TypecheckReport } from "../evidence/index.ts";
import { EVIDENCE_VERSION } from "../evidence/index.ts";
import type { Oid, RepoPath } from "../snapshot/index.ts";
import type { TicketId } from "../ticket/index.ts";
import type { Finding, Verdict } from "../verdict/index.ts";
import { errorKey, failureKey, indexRun, nameOf, readBaseline } from "./suite-reading.ts";
import { conclude, count, firstLine } from "./verdicts.ts";

export const INTEGRATION_VERSION = 1;

/** A ticket that converged by itself. */
export interface ConvergedTicket {
  readonly ticket: TicketId;
  readonly paths: readonly RepoPath[];
  /** New tests that passed on its own candidate: they must pass on the merged tree, too. */
  readonly newTests: readonly TestId[];
  /** Tests of base that it moved or that its ticket took out, by their old ids. */
  readonly goneTests: readonly TestId[];
}

export interface IntegrationConflict {
  readonly path: RepoPath;
  readonly between: readonly [TicketId, TicketId];
  /** Lines of base, 1-based, from and to included. */
  readonly lines: readonly [from: number, to: number];
}

export interface IntegrationEvidence {
  readonly base: Oid;
  /** Null where a conflict kept the tickets from being merged. */
  readonly merged: Oid | null;
  readonly tickets: readonly ConvergedTicket[];
  readonly conflicts: readonly IntegrationConflict[];
  readonly baseline: readonly Sealed<SuiteReport>[];
  readonly suite?: Sealed<SuiteReport>;
  readonly typecheckBase?: Sealed<TypecheckReport>;
  readonly typecheck?: Sealed<TypecheckReport>;
  readonly format?: Sealed<FormatReport>;
}

export function judgeIntegration(evidence: IntegrationEvidence): Verdict {
  const findings: Finding[] = [];
  const doubts: string[] = [];
  const used = new Set<string>();
  const on = evidence.merged ?? evidence.base;
  const error = (finding: Omit<Finding, "severity">): void => void findings.push({ ...finding, severity: "error" });
  const doubt = (message: string): void => {
    doubts.push(message);
    findings.push({ rule: "IG5", message, severity: "note" });
  };
  const read = <T>(what: string, sealed: Sealed<T> | undefined, of: Oid): T | null => {
    if (sealed === undefined) doubt(`no ${what}`);
    else if (sealed.version !== EVIDENCE_VERSION || sealed.on !== of) doubt(`the ${what} is of another version or of another tree`);
    else {
      used.add(sealed.digest);
      return sealed.value;
    }
    return null;
  };

  for (const { path, between, lines } of evidence.conflicts)
    error({
      rule: "IG1",
      path,
      line: lines[0],
      message: `${between[0]} and ${between[1]} both change ${path}, lines ${String(lines[0])} to ${String(lines[1])}`,
    });
  if (evidence.merged !== null) {
    const baseline = evidence.baseline.map((run) => read("suite run on base", run, evidence.base)).filter((run) => run !== null);
    if (evidence.baseline.length === 0) doubt("no suite run on base");
    const suite = read("suite run on the merged tree", evidence.suite, evidence.merged);
    if (suite !== null && baseline.length > 0) judgeSuite(evidence, baseline, suite, error, doubt);
    judgeTypes(
      read("type check of base", evidence.typecheckBase, evidence.base),
      read("type check of the merged tree", evidence.typecheck, evidence.merged),
      error,
      doubt,
    );
    const format = read("look at the format", evidence.format, evidence.merged);
    const before = new Set(format?.unformattedOnBase ?? []);
    if (format?.unsupported.some((entry) => entry.affects) === true) doubt("the formatter could not be run");
    for (const path of format?.unformatted ?? [])
      if (!before.has(path)) error({ rule: "IG4", path, message: `the formatter would change ${path}${ownersOf(evidence, path)}` });
  }

  const pass = () => `${count(evidence.tickets.length, "ticket")} green together`;
  return conclude({ findings, doubts, on, evidence: [...used], pass });
}

type Report = (finding: Omit<Finding, "severity">) => void;

function judgeSuite(
  evidence: IntegrationEvidence,
  reports: readonly SuiteReport[],
  merged: SuiteReport,
  error: Report,
  doubt: (message: string) => void,
): void {
  const blocking = merged.unsupported.find((entry) => entry.affects);
  if (blocking !== undefined) doubt(`the sandbox does not do this, and it could change a result: ${blocking.what}`);
  const baseline = readBaseline(reports);
  const run = indexRun(merged);
  if (run.tests.size === 0) {
    doubt("no test ran on the merged tree");
    return;
  }
  const gone = new Set(evidence.tickets.flatMap((ticket) => ticket.goneTests));
  const expected = new Map<TestId, string>();
  for (const [id] of baseline.passing) if (!gone.has(id)) expected.set(id, "passed on base");
  for (const { ticket, newTests } of evidence.tickets) for (const id of newTests) expected.set(id, `is ${ticket}'s`);
  for (const [id, why] of expected) {
    const test = run.tests.get(id);
    if (test?.state === "pass" || baseline.quarantined.has(id)) continue;
    const cause = test?.errors[0];
    error({
      rule: "IG2",
      test: id,
      message: `${test === undefined ? id : nameOf(test)} ${why} and is ${test === undefined ? "gone" : test.state === "fail" ? "red" : test.state} on the merged tree${cause === undefined ? "" : `: ${firstLine(cause.message)}`}`,
      ...(cause?.place === undefined
        ? test === undefined
          ? {}
          : { path: test.file }
        : { path: cause.place.path, line: cause.place.line }),
      ...(cause?.expected === undefined ? {} : { expected: cause.expected }),
      ...(cause?.actual === undefined ? {} : { received: cause.actual }),
    });
  }
  for (const test of run.tests.values()) {
    if (test.state !== "fail" || expected.has(test.id) || baseline.quarantined.has(test.id)) continue;
    const reasons = baseline.red.get(test.id);
    if (reasons !== undefined && (reasons.has(failureKey(test)) || baseline.redForAnyReason.has(test.id))) continue;
    error({
      rule: "IG2",
      test: test.id,
      path: test.file,
      message: `${nameOf(test)} is red on the merged tree${reasons === undefined ? "" : " for another reason than on base"}`,
    });
  }
  for (const file of merged.files) {
    const known = baseline.fileErrors.get(file.path) ?? new Set<string>();
    for (const each of file.errors)
      if (!known.has(errorKey(each))) error({ rule: "IG2", path: file.path, message: `${file.path}: ${firstLine(each.message)}` });
    for (const each of file.unhandled)
      if (!baseline.unhandled.has(errorKey(each)))
        error({ rule: "IG2", path: file.path, message: `an error that no test owned: ${firstLine(each.message)}` });
    if (file.end.kind !== "completed" && !known.has(`ended: ${file.end.kind}`)) {
      if (file.end.kind === "timeout" || file.end.kind === "exited")
        error({ rule: "IG2", path: file.path, message: `${file.path} did not come to its end (${file.end.kind})` });
      else doubt(`the run of ${file.path} was lost`);
    }
  }
}

function judgeTypes(
  base: TypecheckReport | null,
  merged: TypecheckReport | null,
  error: Report,
  doubt: (message: string) => void,
): void {
  if (base === null || merged === null) return;
  if ([base, merged].some((report) => report.unsupported.some((entry) => entry.affects))) doubt("the type check could not be run");
  const key = (diagnostic: TypecheckReport["diagnostics"][number]) =>
    `${diagnostic.path ?? ""}\u0000${String(diagnostic.code)}\u0000${diagnostic.message}`;
  const left = new Map<string, number>();
  for (const diagnostic of base.diagnostics) left.set(key(diagnostic), (left.get(key(diagnostic)) ?? 0) + 1);
  for (const diagnostic of merged.diagnostics) {
    const known = left.get(key(diagnostic)) ?? 0;
    if (known > 0) left.set(key(diagnostic), known - 1);
    else
      error({
        rule: "IG3",
        message: `TS${String(diagnostic.code)}: ${firstLine(diagnostic.message)}`,
        ...(diagnostic.path === undefined ? {} : { path: diagnostic.path }),
        ...(diagnostic.line === undefined ? {} : { line: diagnostic.line }),
      });
  }
}

function ownersOf(evidence: IntegrationEvidence, path: RepoPath): string {
  const owners = evidence.tickets.filter((ticket) => ticket.paths.includes(path)).map((ticket) => ticket.ticket);
  return owners.length === 0 ? "" : ` (${owners.join(", ")})`;
}

/** One run of the integration gate over some of the tickets. */
export interface CulpritProbe {
  readonly kept: readonly TicketId[];
  readonly outcome: "green" | "red" | "unknown";
}

export type CulpritPlan =
  /** Merge these and judge them; then ask again with what came out. */
  | { readonly kind: "probe"; readonly keep: readonly TicketId[] }
  /** These left out, the others were seen to be green together. */
  | { readonly kind: "found"; readonly culprits: readonly TicketId[]; readonly green: readonly TicketId[] }
  | { readonly kind: "unknown"; readonly reason: string };

/**
 * Plans the search for tickets to leave out, all of them together being red and none of them at all green (that is
 * base). Halving finds a culprit in log2(n) runs; suspects are tried first, since a right guess needs one run. It relies
 * on this: what is green stays green when a ticket is left out. Pure: called again with all results so far.
 *
 * @param suspects most likely first; may be empty.
 */
export function nextCulpritProbe(
  tickets: readonly TicketId[],
  results: readonly CulpritProbe[],
  suspects: readonly TicketId[] = [],
): CulpritPlan {
  if (results.some((probe) => probe.outcome === "unknown"))
    return { kind: "unknown", reason: "a run of the search came to no result" };
  const known = (keep: readonly TicketId[]): "green" | "red" | null => {
    if (keep.length === 0) return "green";
    const kept = new Set(keep);
    for (const probe of results) {
      if (probe.outcome === "green" && keep.every((ticket) => probe.kept.includes(ticket))) return "green";
      if (probe.outcome === "red" && probe.kept.every((ticket) => kept.has(ticket))) return "red";
    }
    return keep.length === tickets.length ? "red" : null;
  };
  // Suspects stand last: the halves that hold none of them are likely to be green, and those answers are kept.
  const ranked = suspects.filter((ticket) => tickets.includes(ticket));
  let left: readonly TicketId[] = [...tickets.filter((ticket) => !ranked.includes(ticket)), ...ranked.toReversed()];
  const culprits: TicketId[] = [];
  for (;;) {
    const outcome = known(left);
    if (outcome === null) return { kind: "probe", keep: left };
    if (outcome === "green") return { kind: "found", culprits, green: tickets.filter((ticket) => !culprits.includes(ticket)) };
    const guess = left.at(-1);
    if (culprits.length === 0 && ranked.length > 0 && guess !== undefined && guess === ranked[0]) {
      const without = left.slice(0, -1);
      if (known(without) === null) return { kind: "probe", keep: without };
    }
    // The shortest prefix that is red ends with a culprit: without it, that prefix is green.
    let green = 0;
    let red = left.length;
    while (red - green > 1) {
      const middle = Math.floor((green + red) / 2);
      const half = left.slice(0, middle);
      const seen = known(half);
      if (seen === null) return { kind: "probe", keep: half };
      if (seen === "green") green = middle;
      else red = middle;
    }
    const culprit = left[red - 1];
    if (culprit === undefined) return { kind: "unknown", reason: "no tickets to search" };
    culprits.push(culprit);
    left = left.filter((ticket) => ticket !== culprit);
  }
}

/** Tickets that touched a place which a finding names, those with most such places first. */
export function suspectsIn(findings: readonly Finding[], tickets: readonly ConvergedTicket[]): readonly TicketId[] {
  const named = findings
    .filter((finding) => finding.severity === "error")
    .flatMap((finding) => (finding.path === undefined ? [] : [finding.path]));
  return tickets
    .map((ticket) => ({ ticket: ticket.ticket, hits: named.filter((path) => ticket.paths.includes(path)).length }))
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => b.hits - a.hits)
    .map(({ ticket }) => ticket);
}
