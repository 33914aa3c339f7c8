/**
 * `npm run corpus -- --repos <folder of clones> [--tickets <file>] [--only <text>] [--json <file>]`: fixes that people made
 * in public repositories, through the real app in a real browser, from a Git address to a patch. The people's own fix and
 * test must be accepted and come out byte for byte; wrong attempts made of them must be refused.
 *
 *   --dependencies archive|registry  an archive of what the lockfile installs (default), or the page's own installation
 *                                    from the registry that npm is set to, through a loopback proxy
 *   --mutants <n>                    mutants of the fix, killed natively by its own tests (default 3)
 *   --gold                           only the people's own fix
 *   --verbose                        each gate as it decides
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureChromium } from "../../src/cli/chromium.ts";
import { launchChromium, openApp, type DrivenApp } from "../../src/cli/drive.ts";
import { startStaticServer } from "../../src/cli/static-server.ts";
import type { Fixgate } from "../../src/app/fixgate.ts";
import { serveGit } from "../servers/git-http-server.ts";
import { findSubject, goldTree, publishBase, readTickets, treeAfterAm, type Subject } from "./corpus/clones.ts";
import { archiveOf, install } from "./corpus/installation.ts";
import { startRegistryProxy } from "./corpus/registry-proxy.ts";
import { gold, replyOf, wrongs, type Variant } from "./corpus/variants.ts";

const ROOT = process.cwd();
const RUN_MS = 20 * 60_000;
const READY_MS = 300_000;
const APPROVAL = '{ "oid": "{{oid}}", "verdict": "approve", "statements": {{statements}} }';

const { values } = parseArgs({
  options: {
    repos: { type: "string" },
    tickets: { type: "string" },
    only: { type: "string" },
    json: { type: "string" },
    dependencies: { type: "string", default: "archive" },
    mutants: { type: "string", default: "3" },
    gold: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});

interface Row {
  readonly repo: string;
  readonly ticket: string;
  readonly variant: string;
  readonly right: boolean;
  /** Gold: verified and byte for byte the people's. Wrong: ended by its gates, and not verified. */
  readonly held: boolean;
  readonly end: string;
  readonly red: readonly { readonly gate: string; readonly outcome: string; readonly reason: string }[];
  readonly seconds: number;
  /** Milliseconds from the attempt's start to each verdict, and what each piece of evidence took. */
  readonly gates: Readonly<Record<string, number>>;
  readonly evidence: Readonly<Record<string, number>>;
  readonly trees?: { readonly gold: string; readonly candidate: string | null; readonly afterAm: string | null };
}

if (values.repos === undefined || !existsSync(values.repos)) {
  console.log(values.repos === undefined ? "skipped: no folder given" : `skipped: there is no folder ${values.repos}`);
  process.exit(values.repos === undefined ? 0 : 1);
}
const repos = resolve(values.repos);
const ticketFile = resolve(values.tickets ?? join(repos, "tickets.json"));
if (!existsSync(ticketFile)) {
  console.error("corpus: no tickets; name their file with --tickets, or lay tickets.json beside the clones");
  process.exit(2);
}
const wanted = readTickets(ticketFile).filter(({ repo, fix }) => `${repo} ${fix}`.includes(values.only ?? ""));

const scratch = mkdtempSync(join(tmpdir(), "fixgate-corpus-"));
// A build beside this run must not change the app under it.
cpSync(join(ROOT, "dist"), join(scratch, "dist"), { recursive: true });
mkdirSync(join(scratch, "git"));
const chromium = ensureChromium((line) => {
  console.error(line);
});
if (!chromium.ok) throw new Error(`${chromium.error.message} ${chromium.error.advice}`);
const server = await startStaticServer({ root: join(scratch, "dist"), port: 0 });
const gitServer = await serveGit({ root: join(scratch, "git") });
const registry = await startRegistryProxy();
const browser = await launchChromium(chromium.value);
const rows: Row[] = [];
const missing: string[] = [];
try {
  console.log(
    `${browser.browserType().name()} ${browser.version()}, embedded sandbox, scripted replies; dependencies: ${
      values.dependencies === "registry" ? "the lockfile's, from the registry" : "an archive of what the lockfile installs"
    }`,
  );
  for (const ticket of wanted) {
    const subject = findSubject(repos, ticket);
    if (subject === null) {
      missing.push(`${ticket.repo} ${ticket.fix}`);
      console.log(`\n${ticket.repo} ${ticket.fix}: no clone with this commit`);
      continue;
    }
    console.log(`\n${ticket.repo} ${ticket.fix.slice(0, 7)}  ${ticket.title}`);
    try {
      rows.push(...(await runSubject(subject)));
    } catch (error) {
      const end = `broke off: ${error instanceof Error ? error.message : String(error)}`;
      console.log(`MISS ${end}`);
      const nothing = { red: [], seconds: 0, gates: {}, evidence: {} };
      rows.push({ repo: ticket.repo, ticket: subject.id, variant: "gold", right: true, held: false, end, ...nothing });
    }
  }
} finally {
  await browser.close();
  await registry.close();
  await gitServer.close();
  await server.close();
  rmSync(scratch, { recursive: true, force: true });
}

const golds = rows.filter((row) => row.right);
const wrong = rows.filter((row) => !row.right);
const summary = {
  tickets: golds.length,
  goldAccepted: golds.filter((row) => row.held).length,
  wrongTotal: wrong.length,
  wrongRefused: wrong.filter((row) => row.held).length,
};
tellTable();
console.log(
  `\n${String(summary.goldAccepted)} of ${String(summary.tickets)} accepted as people fixed them, ${String(summary.wrongRefused)} of ${String(summary.wrongTotal)} wrong attempts refused`,
);
for (const row of rows.filter(({ held }) => !held)) console.log(`missed: ${row.ticket} ${row.variant}: ${row.end}`);
for (const name of missing) console.log(`not run: ${name}: no clone with this commit`);
if (values.json !== undefined)
  writeFileSync(
    resolve(values.json),
    `${JSON.stringify({ dependencies: values.dependencies, rows, missing, summary }, null, 2)}\n`,
  );
process.exit(
  summary.tickets > 0 && summary.goldAccepted === summary.tickets && summary.wrongRefused === summary.wrongTotal ? 0 : 1,
);

async function runSubject(subject: Subject): Promise<Row[]> {
  const bare = publishBase(subject, join(scratch, "git"));
  // Outside of this project: an old Vitest takes the nearest configuration above a repository that has none for its own.
  const installation = install(subject, join(tmpdir(), "fixgate-corpus-installed"));
  const from = installation.lockfile === null ? "no lockfile, by version ranges" : `by ${installation.lockfile}`;
  const gone = installation.leftOut.length === 0 ? "" : `, without ${installation.leftOut.join(", ")} (not in the registry)`;
  console.log(`     packages installed ${from}${gone}`);
  const right = gold(subject);
  const variants = values.gold
    ? [right]
    : [
        right,
        ...wrongs(subject, installation, {
          mutants: Number(values.mutants),
          note: (line) => {
            console.log(`     ${line}`);
          },
        }),
      ];
  const app = await openApp(browser, server.url);
  try {
    const pack = values.dependencies === "registry" ? null : archiveOf(installation);
    await openRepository(app, `${gitServer.origin}/${subject.id}.git`, pack);
    const found: Row[] = [];
    for (const [at, variant] of variants.entries()) {
      const from = Date.now();
      const seen = await runVariant(app, subject, variant, `${subject.id}-${String(at)}`);
      const seconds = (Date.now() - from) / 1000;
      const row = await rowOf(app, subject, variant, seen, { bare, seconds });
      found.push(row);
      tell(row);
    }
    return found;
  } finally {
    await app.close().catch(() => undefined);
  }
}

type AppWindow = { readonly fixgate: Fixgate };

async function openRepository(app: DrivenApp, url: string, pack: Buffer | null): Promise<void> {
  const from = Date.now();
  if (pack !== null) writeFileSync(join(scratch, "dist/deps.pack"), pack);
  // With an archive the registry isn't asked: a port where nobody listens makes that sure.
  const address = pack === null ? registry.url : "http://127.0.0.1:1";
  await app.page.evaluate(
    async ([repository, asked]) => {
      const { fixgate } = window as unknown as AppWindow;
      await fixgate.updateSettings({ registry: asked, budget: { attempts: 1, tokens: 1_000_000, minutes: 30, mutants: 40 } });
      await fixgate.openUrl(repository);
    },
    [url, address] as const,
  );
  if (pack !== null && (await app.state()).repository.kind === "open")
    await app.page.evaluate(async () => {
      const { fixgate } = window as unknown as AppWindow;
      fixgate.useDependencyArchive(await (await fetch("/deps.pack")).blob());
    });
  const open = await app.waitUntilReady(READY_MS);
  const { dependencies } = open;
  const packages = dependencies.kind === "ready" ? dependencies.dependencies.packages.length : 0;
  console.log(
    `     opened ${String(open.repository.snapshot.entries.length)} files, ${String(packages)} packages in ${((Date.now() - from) / 1000).toFixed(1)} s`,
  );
}

interface Seen {
  readonly run: string;
  readonly end: string;
  readonly candidate: string | null;
  readonly red: Row["red"];
  readonly gates: Row["gates"];
  readonly evidence: Row["evidence"];
}

async function runVariant(app: DrivenApp, subject: Subject, variant: Variant, id: string): Promise<Seen> {
  const { ticket } = subject;
  const asked = { id, title: ticket.title, body: `${ticket.title}.`, file: ticket.src[0] };
  const answers = { "fixer-1": replyOf(variant.fix), "test-writer-1": replyOf(variant.tests), "reviewer-1": APPROVAL };
  const script = JSON.stringify({ tickets: [asked], replies: { [id]: answers } });
  await app.page.evaluate(async (written) => {
    await (window as unknown as AppWindow).fixgate.useScript(new Blob([written]));
  }, script);
  const run = await app.runTicket(id, {
    deadlineMs: RUN_MS,
    say: (line) => {
      if (values.verbose) console.log(`     ${line}`);
    },
  });
  const attempt = run.attempts.at(-1);
  const judged = (attempt?.gates ?? []).flatMap((each) => (each.verdict === null ? [] : [{ ...each, verdict: each.verdict }]));
  const failed = Object.entries(attempt?.roles ?? {}).flatMap(([role, view]) =>
    view.state === "failed" ? [`${role}: ${view.message ?? ""}`] : [],
  );
  const evidence: Record<string, number> = {};
  for (const piece of attempt?.evidence ?? []) evidence[piece.piece] = (evidence[piece.piece] ?? 0) + piece.tookMs;
  return {
    run: run.id,
    end: [run.end?.kind ?? "no end", ...(run.end?.kind === "error" ? [run.end.message] : []), ...failed].join(", "),
    candidate: run.end?.kind === "verified" ? run.end.candidate : null,
    red: judged
      .filter(({ verdict }) => verdict.outcome === "fail" || verdict.outcome === "unknown")
      .map(({ gate, verdict }) => ({
        gate,
        outcome: verdict.outcome,
        reason: [verdict.reason, ...verdict.findings.filter((f) => f.severity === "error").map((f) => `${f.rule} ${f.message}`)]
          .join(" | ")
          .slice(0, 900),
      })),
    gates: Object.fromEntries(judged.map(({ gate, tookMs }) => [gate, tookMs ?? 0])),
    evidence,
  };
}

async function rowOf(
  app: DrivenApp,
  subject: Subject,
  variant: Variant,
  seen: Seen,
  { bare, seconds }: { readonly bare: string; readonly seconds: number },
): Promise<Row> {
  const { run, candidate, ...rest } = seen;
  const about = { repo: subject.ticket.repo, ticket: subject.id, variant: variant.name, right: variant.right, seconds, ...rest };
  // A run that broke, or whose replies could not be read, has refused nothing.
  if (!variant.right) return { ...about, held: /^(?:refused|stuck)$/.test(seen.end) && seen.red.length > 0 };
  const wantedTree = goldTree(subject, bare);
  let afterAm: string | null = null;
  if (candidate !== null) {
    const patch = (await app.artifacts(run)).find(({ name }) => name.endsWith(".patch"));
    afterAm = patch === undefined ? null : treeAfterAm(bare, patch.bytes, scratch);
  }
  const held = seen.end === "verified" && candidate === wantedTree && afterAm === wantedTree;
  return { ...about, held, trees: { gold: wantedTree, candidate, afterAm } };
}

/** A line a ticket, then a line a gate: from an attempt's start to the verdict, at the middle of the right ones and at most. */
function tellTable(): void {
  console.log(`\n${"ticket".padEnd(36)}${"gold".padEnd(10)}${"wrong refused".padEnd(16)}seconds, gold`);
  for (const { ticket, held, seconds } of golds) {
    const others = wrong.filter((row) => row.ticket === ticket);
    const refused = others.length === 0 ? "–" : `${String(others.filter((row) => row.held).length)} of ${String(others.length)}`;
    console.log(`${ticket.padEnd(36)}${(held ? "accepted" : "MISSED").padEnd(10)}${refused.padEnd(16)}${seconds.toFixed(1)}`);
  }
  console.log(`\n${"gate".padEnd(20)}seconds: median, most`);
  for (const gate of new Set(golds.flatMap((row) => Object.keys(row.gates)))) {
    const times = golds.flatMap((row) => row.gates[gate] ?? []).sort((one, other) => one - other);
    const [middle = 0, most = 0] = [times[Math.floor((times.length - 1) / 2)], times.at(-1)];
    console.log(`${gate.padEnd(20)}${(middle / 1000).toFixed(1)}, ${(most / 1000).toFixed(1)}`);
  }
}

function tell(row: Row): void {
  const same =
    row.trees === undefined ? "" : row.held ? "  tree and git am equal the fix commit's" : `  trees ${JSON.stringify(row.trees)}`;
  const red = row.red.map(({ gate, outcome }) => `${gate}${outcome === "unknown" ? "?" : ""}`).join(" ");
  console.log(`${row.held ? "ok  " : "MISS"} ${row.variant}: ${row.end}  ${row.seconds.toFixed(1)} s${same}  ${red}`);
  const times = Object.entries(row.evidence).map(([piece, ms]) => `${piece} ${(ms / 1000).toFixed(1)}`);
  if (row.right) console.log(`     seconds: ${times.join(", ")}`);
  if (!row.held) for (const { gate, outcome, reason } of row.red) console.log(`       ${gate} ${outcome}: ${reason}`);
}
