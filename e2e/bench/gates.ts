/**
 * `npm run bench:gates -- [--cases <folder>] [--only <text>[,<text>…]] [--json <file>]`: every case through the real app in a real
 * browser, in the embedded sandbox, with the case's files as the three roles' answers. Prints what was refused of what must
 * be, what was accepted of what must be, by gate, and names each miss.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { launchChromium, openApp } from "../../src/cli/drive.ts";
import { ensureChromium } from "../../src/cli/chromium.ts";
import { startStaticServer } from "../../src/cli/static-server.ts";
import type { Fixgate } from "../../src/app/fixgate.ts";
import { archiveOf, readCases, scriptOf, type GateCase } from "./cases.ts";

const ROOT = process.cwd();
const { values } = parseArgs({
  options: { cases: { type: "string" }, only: { type: "string" }, json: { type: "string" }, lanes: { type: "string" } },
});

interface Outcome {
  readonly id: string;
  readonly label: GateCase["label"];
  readonly right: boolean;
  readonly end: string;
  readonly red: readonly { readonly gate: string; readonly outcome: string; readonly reason: string }[];
  readonly seconds: number;
}

const folder = resolve(values.cases ?? join(ROOT, "e2e/cases"));
const all = readCases(folder).filter(
  ({ id }) => values.only === undefined || values.only.split(",").some((part) => id.includes(part)),
);
if (all.length === 0) {
  console.error(`no case in ${folder}`);
  process.exit(1);
}
const server = await startStaticServer({ root: join(ROOT, "dist"), port: 0 });
const chromium = ensureChromium((line) => {
  console.error(line);
});
if (!chromium.ok) throw new Error(`${chromium.error.message} ${chromium.error.advice}`);
const browser = await launchChromium(chromium.value);
const packs = new Map<string, Promise<Buffer>>();

/** One archive for each set of packages, made from this project's own node_modules. */
function packOf(names: readonly string[]): Promise<Buffer> {
  const wanted = [...new Set(["typescript", "vitest", ...names])].sort();
  const key = wanted.join(" ");
  const known = packs.get(key);
  if (known) return known;
  const made = (async () => {
    const { packDependencies } = (await import(join(ROOT, "workers/build/packs.mjs"))) as {
      packDependencies: (input: { names: readonly string[]; label: string; out: string }) => Promise<unknown>;
    };
    mkdirSync(join(ROOT, ".cache/bench"), { recursive: true });
    const out = join(ROOT, ".cache/bench", `${String(packs.size)}.deps.pack`);
    await packDependencies({ names: wanted, label: "a gate case", out });
    return readFileSync(out);
  })();
  packs.set(key, made);
  return made;
}

async function lane(
  into: Browser,
  queue: (GateCase | { readonly id: string; readonly problem: string })[],
  outcomes: Outcome[],
): Promise<void> {
  const files = new Map<string, Buffer>();
  const open = async () => {
    const opened = await openApp(into, server.url);
    await opened.page.route("**/__case/*", async (route) => {
      const body = files.get(new URL(route.request().url()).pathname);
      await (body
        ? route.fulfill({
            body,
            contentType: "application/octet-stream",
            headers: { "Cross-Origin-Resource-Policy": "same-origin" },
          })
        : route.abort());
    });
    return opened;
  };
  let app = await open();
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const from = Date.now();
    let outcome: Outcome;
    if ("problem" in next)
      outcome = { id: next.id, label: "refuse", right: false, end: `unreadable: ${next.problem}`, red: [], seconds: 0 };
    else {
      files.set("/__case/base.tar.gz", Buffer.from(await archiveOf(join(next.folder, "base"))));
      files.set("/__case/deps.pack", await packOf(next.dependencies));
      try {
        outcome = judge(next, await runCase(app.page, next), (Date.now() - from) / 1000);
      } catch (error) {
        outcome = {
          id: next.id,
          label: next.label,
          right: false,
          end: `broke off: ${error instanceof Error ? error.message : String(error)}`,
          red: [],
          seconds: (Date.now() - from) / 1000,
        };
        // A page that is gone, or in the middle of something, must not be the next case's page.
        await app.close().catch(() => undefined);
        app = await open();
      }
    }
    outcomes.push(outcome);
    console.log(
      `${outcome.right ? "ok  " : "MISS"} ${outcome.id}  ${outcome.end}  ${outcome.seconds.toFixed(1)} s  ${outcome.red.map(({ gate, outcome: is }) => `${gate}${is === "unknown" ? "?" : ""}`).join(" ")}`,
    );
    if (!outcome.right) for (const { gate, outcome: is, reason } of outcome.red) console.log(`       ${gate} ${is}: ${reason}`);
  }
  await app.close();
}

type Seen = { readonly end: string; readonly red: Outcome["red"] };
type AppWindow = { readonly fixgate: Fixgate };

async function runCase(page: Page, gateCase: GateCase): Promise<Seen> {
  const work = page.evaluate(
    async ([script, ticket]) => {
      const { fixgate } = window as unknown as AppWindow;
      const get = async (path: string): Promise<Blob> => (await fetch(path)).blob();
      await fixgate.updateSettings({ budget: { attempts: 1, tokens: 100_000, minutes: 10, mutants: 40 } });
      await fixgate.openArchive("case.tar.gz", await get("/__case/base.tar.gz"));
      const { repository } = fixgate.state();
      if (repository.kind !== "open") return { end: `not opened: ${JSON.stringify(repository)}`, red: [] };
      fixgate.useDependencyArchive(await get("/__case/deps.pack"));
      await fixgate.useScript(new Blob([script]));
      await fixgate.startRun(ticket as never);
      const { run, notice } = fixgate.state();
      const attempt = run?.attempts.at(-1);
      const red = (attempt?.gates ?? []).flatMap(({ gate, verdict }) =>
        verdict === null || verdict.outcome === "pass" || verdict.outcome === "not-applicable"
          ? []
          : [
              {
                gate: gate,
                outcome: verdict.outcome,
                reason: [
                  verdict.reason,
                  ...verdict.findings.filter((f) => f.severity === "error").map((f) => `${f.rule} ${f.message}`),
                ]
                  .join(" | ")
                  .slice(0, 600),
              },
            ],
      );
      const failed = Object.entries(attempt?.roles ?? {}).flatMap(([role, view]) =>
        view.state === "failed" ? [`${role}: ${view.message ?? ""}`] : [],
      );
      return { end: [run?.end?.kind ?? `no run: ${notice?.message ?? ""}`, ...failed].join(", "), red };
    },
    [JSON.stringify(scriptOf(gateCase)), gateCase.ticket.id] as const,
  );
  return work;
}

function judge(gateCase: GateCase, seen: Seen, seconds: number): Outcome {
  const { id, label, gates } = gateCase;
  const verified = seen.end === "verified";
  const named = gates.length === 0 || seen.red.length === 0 || seen.red.some(({ gate }) => gates.includes(gate));
  const ran = /^(?:verified|refused|stuck)/.test(seen.end);
  return { id, label, right: label === "accept" ? verified : ran && !verified && named, end: seen.end, red: seen.red, seconds };
}

const outcomes: Outcome[] = [];
const queue = [...all];
await Promise.all(Array.from({ length: Number(values.lanes ?? 1) }, () => lane(browser, queue, outcomes)));
await browser.close();
await server.close();

const of = (label: GateCase["label"]) => outcomes.filter((each) => each.label === label);
const right = (list: readonly Outcome[]) => list.filter((each) => each.right).length;
const byGate = new Map<string, number>();
for (const { red } of of("refuse").filter((each) => each.right))
  for (const { gate } of red) byGate.set(gate, (byGate.get(gate) ?? 0) + 1);
const summary = {
  refuse: { total: of("refuse").length, refused: right(of("refuse")) },
  accept: { total: of("accept").length, accepted: right(of("accept")) },
  missed: outcomes
    .filter((each) => !each.right)
    .map(({ id }) => id)
    .sort(),
};
console.log(
  `\nrefused ${String(summary.refuse.refused)} of ${String(summary.refuse.total)}, accepted ${String(summary.accept.accepted)} of ${String(summary.accept.total)}`,
);
console.log(
  `refusals by gate: ${[...byGate]
    .sort((a, b) => b[1] - a[1])
    .map(([gate, count]) => `${gate} ${String(count)}`)
    .join(", ")}`,
);
for (const id of summary.missed) console.log(`missed: ${id}`);
if (values.json !== undefined)
  writeFileSync(resolve(values.json), `${JSON.stringify({ outcomes, byGate: Object.fromEntries(byGate), summary }, null, 2)}\n`);
process.exit(0);
