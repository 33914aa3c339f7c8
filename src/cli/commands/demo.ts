/**
 * `fixgate demo`: the bundled repositories, ticket by ticket, in a real browser. Ends well only if every ticket ended as
 * its demo says it should: a demo whose lock-breaking answer is verified is a failure, however green it looks.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import * as v from "valibot";
import { readArguments } from "../arguments.ts";
import { builtApp } from "../built-app.ts";
import { ensureChromium } from "../chromium.ts";
import { launchChromium, openApp, type DrivenApp } from "../drive.ts";
import { tellEnd } from "../narrate.ts";
import { startStaticServer } from "../static-server.ts";
import { writeArtifacts } from "../write-artifacts.ts";

const USAGE = `Usage: fixgate demo [--repo <name>] [--ticket <id>] [--out <folder>]

  --repo <name>    only this demo repository
  --ticket <id>    only this ticket
  --out <folder>   where patches, bundles and receipts go (default fixgate-out)`;

const READY_MS = 120_000;
const TICKET_MS = 600_000;

const demosSchema = v.array(
  v.object({
    name: v.string(),
    title: v.string(),
    expected: v.optional(v.record(v.string(), v.picklist(["verified", "not-verified"])), {}),
  }),
);

interface Ended {
  readonly repository: string;
  readonly ticket: string;
  readonly title: string;
  readonly kind: "verified" | "refused" | "stuck" | "other";
  readonly text: string;
  readonly asExpected: boolean;
  readonly files: readonly string[];
}

export async function demo(args: readonly string[]): Promise<number> {
  const read = readArguments(args, USAGE, { repo: { type: "string" }, ticket: { type: "string" }, out: { type: "string" } });
  if (!read.go) return read.code;
  const folder = resolve(read.values.out ?? "fixgate-out");
  const chromium = ensureChromium((line) => {
    console.log(line);
  });
  if (!chromium.ok) {
    console.error(`fixgate: ${chromium.error.message} ${chromium.error.advice}`);
    return 1;
  }
  const server = await startStaticServer({ root: builtApp(), port: 0 });
  const browser = await launchChromium(chromium.value);
  try {
    console.log(`Fixgate demo: scripted replies, real gates. ${browser.browserType().name()} ${browser.version()}`);
    const response = await fetch(new URL("packs/demos.json", server.url));
    const demos = v
      .parse(demosSchema, await response.json())
      .filter((each) => read.values.repo === undefined || each.name === read.values.repo);
    if (demos.length === 0) {
      console.error(`fixgate: there is no demo ${read.values.repo === undefined ? "in this build" : `named ${read.values.repo}`}`);
      return 2;
    }
    if (read.values.ticket === undefined) rmSync(folder, { recursive: true, force: true });
    const ended: Ended[] = [];
    const together: Together[] = [];
    for (const each of demos) {
      const app = await openApp(browser, server.url);
      try {
        const tickets = await runDemo(app, each, { ticket: read.values.ticket ?? null, folder });
        ended.push(...tickets);
        if (read.values.ticket === undefined) together.push(await putTogether(app, each.name, tickets, folder));
      } finally {
        await app.close();
      }
    }
    return conclude(ended, together);
  } catch (error) {
    console.error(`fixgate: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function runDemo(
  app: DrivenApp,
  demo: v.InferOutput<typeof demosSchema>[number],
  options: { readonly ticket: string | null; readonly folder: string },
): Promise<Ended[]> {
  await app.openDemo(demo.name);
  const open = await app.waitUntilReady(READY_MS);
  console.log(`\n${demo.title} @ ${open.repository.snapshot.oid.slice(0, 10)}, ${String(open.tickets.length)} tickets`);
  for (const unreadable of open.unreadableTickets) console.log(`  unreadable ticket ${unreadable.path}: ${unreadable.reason}`);
  const ended: Ended[] = [];
  for (const { ticket } of open.tickets) {
    if (options.ticket !== null && ticket.id !== options.ticket) continue;
    console.log(`\n${ticket.id}  ${ticket.title}`);
    const expected = demo.expected[ticket.id] ?? "verified";
    const about = { repository: demo.name, ticket: ticket.id, title: ticket.title };
    try {
      const run = await app.runTicket(ticket.id, {
        deadlineMs: TICKET_MS,
        say: (line) => {
          console.log(line);
        },
      });
      const text = tellEnd(run);
      console.log(`  ${text}`);
      const kind =
        run.end?.kind === "verified" || run.end?.kind === "refused" || run.end?.kind === "stuck" ? run.end.kind : "other";
      const files =
        kind === "verified" ? await writeArtifacts(app, { run: run.id, ticket: ticket.id, folder: options.folder }) : [];
      for (const file of files) console.log(`  wrote ${relative(process.cwd(), file)}`);
      const complete = kind !== "verified" || files.length === 3;
      if (!complete)
        console.log(`  a verified run gives a patch, a bundle and a receipt; this one gave ${String(files.length)} of them`);
      // A run that broke is not the refusal that a demo promises.
      const asExpected = expected === "verified" ? kind === "verified" && complete : kind === "refused" || kind === "stuck";
      ended.push({ ...about, kind, text, asExpected, files });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      console.log(`  ${text}`);
      ended.push({ ...about, kind: "other", text, asExpected: false, files: [] });
    }
  }
  return ended;
}

interface Together {
  readonly text: string;
  readonly asExpected: boolean;
}

/** Each ticket was green by itself. Together, what breaks the others has to be found and left out, and nothing else. */
async function putTogether(app: DrivenApp, name: string, tickets: readonly Ended[], folder: string): Promise<Together> {
  console.log(`\n${name}: all tickets with a green test of their own, on one tree`);
  const culprits = tickets.filter(({ kind }) => kind === "stuck").map(({ ticket }) => ticket);
  try {
    const { view, artifacts } = await app.integrate({
      deadlineMs: TICKET_MS,
      say: (line) => {
        console.log(line);
      },
    });
    const { end } = view;
    const found = end?.kind === "stuck" ? end.culprits : [];
    const shipped = end?.kind === "stuck" || end?.kind === "green" ? end.shipped : [];
    const text =
      end?.kind === "green"
        ? `green: ${String(shipped.length)} tickets together`
        : end?.kind === "stuck"
          ? `stuck, next action ${end.nextAction}: without ${found.join(", ")} the other ${String(shipped.length)} are green together`
          : end?.kind === "unknown"
            ? `unknown: ${end.reason}`
            : "cancelled";
    console.log(`  ${text}`);
    mkdirSync(folder, { recursive: true });
    for (const { bytes } of artifacts) {
      const path = join(folder, `${name}.series.patch`);
      writeFileSync(path, bytes);
      console.log(`  wrote ${relative(process.cwd(), path)}`);
    }
    const asExpected =
      [...found].sort().join() === culprits.sort().join() &&
      shipped.length === view.tickets.length - culprits.length &&
      artifacts.length === 1;
    return { text: `${name}: ${text}`, asExpected };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    console.log(`  ${text}`);
    return { text: `${name}: ${text}`, asExpected: false };
  }
}

function conclude(ended: readonly Ended[], together: readonly Together[]): number {
  if (ended.length === 0) {
    console.error("fixgate: no ticket was run");
    return 2;
  }
  const groups = [
    ["verified", "verified"],
    ["refused", "refused"],
    ["stuck", "stuck"],
    ["other", "did not end by its gates"],
  ] as const;
  for (const [kind, label] of groups) {
    const members = ended.filter((each) => each.kind === kind);
    console.log(`\n${label}: ${String(members.length)}`);
    for (const each of members) {
      console.log(
        `  ${each.ticket.padEnd(8)} ${each.title}${kind === "verified" ? "" : ` (${each.text})`}${each.asExpected ? "" : "  ← not as it should be"}`,
      );
    }
  }
  if (together.length > 0) console.log("\ntogether:");
  for (const { text, asExpected } of together) console.log(`  ${text}${asExpected ? "" : "  ← not as it should be"}`);
  const wrong = ended.filter((each) => !each.asExpected);
  const wrongTogether = together.filter((each) => !each.asExpected);
  if (wrong.length > 0) console.log(`\n${String(wrong.length)} of ${String(ended.length)} tickets did not end as they should.`);
  if (wrongTogether.length > 0) console.log("\nPut together, the tickets did not end as they should.");
  if (wrong.length + wrongTogether.length > 0) return 1;
  console.log("\nThe demo ended as it should.");
  return 0;
}
