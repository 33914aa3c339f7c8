/** Twelve tickets of a lock manager put together: under way, stuck with a culprit, in conflict, green. */
import type { RepositoryState, TicketListing } from "../../src/app/fixgate.ts";
import type { IntegrationView } from "../../src/app/integrate.ts";
import { nextCulpritProbe, type CulpritProbe } from "../../src/core/gate/index.ts";
import { repoPathOf } from "../../src/core/snapshot/index.ts";
import type { TicketId } from "../../src/core/ticket/index.ts";
import type { Finding, Verdict } from "../../src/core/verdict/index.ts";
import { oid, REPOSITORY, runIdOf, ticketIdOf } from "./subject.ts";

const TITLES = [
  "A lease still counts as live at the instant it ends",
  "Among equals the queue serves the last comer first",
  "Unsubscribing twice silences somebody else's listener",
  "Two spellings of one lock when slashes are doubled more than once",
  "A time to live of 500ms is read as 500 minutes",
  "The success rate is NaN before the first attempt",
  "Retries wait far longer than the cap",
  "Exporting the held locks reorders the caller's list",
  "Percentiles of waiting times are off by one",
  "A cancelled waiter still takes the lock",
  "Patterns that reach more than one level down",
  "A timed-out worker's lock is not released",
];
const IDS: readonly TicketId[] = TITLES.map((_, at) => ticketIdOf(`LB-${(at + 1).toString()}`));
const CULPRIT = ticketIdOf("LB-12");

const listings: readonly TicketListing[] = TITLES.map((title, at) => ({
  ticket: {
    id: IDS[at] ?? CULPRIT,
    title,
    body: "",
    file: repoPathOf("src/lock.ts"),
    line: 10 + at,
    acceptance: [],
    touches: [],
  },
  origin: "repository",
  warnings: [],
  lastRun: { run: runIdOf(`r-lb-${(at + 1).toString()}`), end: at === 11 ? "refused" : "verified" },
}));

export const ALL_CONVERGED = IDS;
export const SOME_CONVERGED = IDS.slice(0, 4);

export function lockbox(
  dependencies: Extract<RepositoryState, { kind: "open" }>["dependencies"],
  ran = IDS.length,
): RepositoryState {
  return {
    kind: "open",
    repository: { ...REPOSITORY, source: "lockbox", url: "demo:lockbox", warnings: [] },
    tickets: listings.map((listing, at) => (at < ran ? listing : { ...listing, lastRun: null })),
    unreadableTickets: [],
    dependencies,
    packages: [],
    packageRoot: "",
  };
}

function red(findings: readonly Finding[], on: string): Verdict {
  return { outcome: "fail", reason: findings[0]?.message ?? "", findings, on: oid(on), evidence: [] };
}

const RACE: Finding = {
  rule: "IG2",
  severity: "error",
  test: "tests/race.test.ts > lock > exactly one of many wins",
  message: "lock > exactly one of many wins passed on base and is red on the merged tree: expected 7 to be 1",
  path: repoPathOf("tests/race.test.ts"),
  line: 31,
  expected: "1",
  received: "7",
};
const CONFLICT: Finding = {
  rule: "IG1",
  severity: "error",
  message: "LB-1 and LB-12 both change src/lock.ts, lines 12 to 14",
  path: repoPathOf("src/lock.ts"),
  line: 12,
};

/** The real search, in a world where any tree with the culprit is red, after `suspects` that may be wrong. */
function search(suspects: readonly TicketId[], steps = 99): readonly CulpritProbe[] {
  const probes: CulpritProbe[] = [];
  while (probes.length < steps) {
    const plan = nextCulpritProbe(IDS, probes, suspects);
    if (plan.kind !== "probe") break;
    probes.push({ kept: plan.keep, outcome: plan.keep.includes(CULPRIT) ? "red" : "green" });
  }
  return probes;
}

function leftOutNext(probes: readonly CulpritProbe[]): readonly TicketId[] {
  const plan = nextCulpritProbe(IDS, probes, WRONG);
  return plan.kind === "probe" ? IDS.filter((id) => !plan.keep.includes(id)) : [];
}

const WRONG = [ticketIdOf("LB-10")];
const others = IDS.filter((id) => id !== CULPRIT);
const series = [{ name: "integration.series.patch", bytes: new Uint8Array(18_400) }];

function stuck(finding: Finding, on: string, suspects: readonly TicketId[]): IntegrationView {
  return {
    tickets: IDS,
    step: null,
    observations: [red([finding], on), red([finding], on), red([finding], on)],
    probes: search(suspects),
    end: { kind: "stuck", nextAction: "investigate", culprits: [CULPRIT], shipped: others },
    artifacts: series,
  };
}

export const INTEGRATIONS = {
  running: {
    ...stuck(RACE, "merged", WRONG),
    probes: search(WRONG, 2),
    step: `without ${leftOutNext(search(WRONG, 2)).join(", ")}`,
    end: null,
    artifacts: [],
  },
  stuck: stuck(RACE, "merged", WRONG),
  conflict: stuck(CONFLICT, "base", [CULPRIT]),
  green: {
    tickets: others,
    step: null,
    observations: [
      { outcome: "pass", reason: "11 tickets green together", findings: [], on: oid("merged"), evidence: [] } satisfies Verdict,
    ],
    probes: [],
    end: { kind: "green", shipped: others },
    artifacts: series,
  },
} satisfies Readonly<Record<string, IntegrationView>>;
