/** `fixgate run`: one repository's tickets in the app, without a screen. The exit code says how the worst of them ended. */
import { resolve } from "node:path";
import type { RunView } from "../../core/run/index.ts";
import { readArguments } from "../arguments.ts";
import { builtApp } from "../built-app.ts";
import { ensureChromium } from "../chromium.ts";
import { launchChromium, openApp } from "../drive.ts";
import { tellEnd } from "../narrate.ts";
import { startStaticServer } from "../static-server.ts";
import { writeArtifacts } from "../write-artifacts.ts";

const USAGE = `Usage: fixgate run --repo <url> [--ticket <id>]... [--out <folder>] [--minutes <number>] [--json]

  --repo <url>       the repository
  --ticket <id>      a ticket to run; may be given more than once (default: every ticket of the repository)
  --out <folder>     where patches, bundles and receipts go (default fixgate-out)
  --minutes <number> at most this long for one ticket (default 20)
  --json             one JSON object a line instead of text

FIXGATE_TOKEN is sent to the repository's host alone.
Exit codes: 0 verified, 1 error, 2 wrong arguments, 3 refused, 4 stuck, 5 over budget.`;

const READY_MS = 300_000;

export async function run(args: readonly string[]): Promise<number> {
  const read = readArguments(args, USAGE, {
    repo: { type: "string" },
    ticket: { type: "string", multiple: true },
    out: { type: "string" },
    minutes: { type: "string" },
    json: { type: "boolean" },
  });
  if (!read.go) return read.code;
  const { repo, json = false } = read.values;
  const minutes = Number(read.values.minutes ?? "20");
  if (repo === undefined || !(minutes > 0)) {
    console.error(USAGE);
    return 2;
  }
  const tell = (event: Readonly<Record<string, unknown>>, text: string) => {
    console.log(json ? JSON.stringify(event) : text);
  };
  const chromium = ensureChromium((line) => {
    console.error(line);
  });
  if (!chromium.ok) {
    console.error(`fixgate: ${chromium.error.message} ${chromium.error.advice}`);
    return 1;
  }
  const server = await startStaticServer({ root: builtApp(), port: 0 });
  const browser = await launchChromium(chromium.value);
  try {
    const app = await openApp(browser, server.url);
    await app.openUrl(repo, process.env["FIXGATE_TOKEN"] ?? null);
    const open = await app.waitUntilReady(READY_MS);
    const base = open.repository.snapshot.oid;
    tell(
      { event: "opened", repository: repo, base, tickets: open.tickets.map((listing) => listing.ticket.id) },
      `${repo} @ ${base.slice(0, 10)}`,
    );
    const known = open.tickets.map((listing) => listing.ticket.id as string);
    const wanted = read.values.ticket ?? known;
    const missing = wanted.filter((id) => !known.includes(id));
    if (missing.length > 0)
      throw new Error(`there is no ticket ${missing.join(", ")} in this repository; it has ${known.join(", ") || "none"}`);
    let worst = 0;
    for (const ticket of wanted) {
      tell({ event: "ticket", ticket }, `\n${ticket}`);
      const ended = await app.runTicket(ticket, {
        deadlineMs: minutes * 60_000,
        say: (line) => {
          tell({ event: "progress", ticket, text: line.trim() }, line);
        },
      });
      const files =
        ended.end?.kind === "verified"
          ? await writeArtifacts(app, { run: ended.id, ticket, folder: resolve(read.values.out ?? "fixgate-out") })
          : [];
      tell(
        { event: "ended", ticket, end: ended.end, files },
        `  ${tellEnd(ended)}${files.map((file) => `\n  wrote ${file}`).join("")}`,
      );
      worst = Math.max(worst, exitCode(ended));
    }
    return worst === ERROR ? 1 : worst;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tell({ event: "error", message }, `fixgate: ${message}`);
    return 1;
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Above every other end, so that a run which broke is never hidden behind one that was refused. */
const ERROR = 9;

function exitCode(run: RunView): number {
  switch (run.end?.kind) {
    case "verified":
      return 0;
    case "refused":
      return 3;
    case "stuck":
      return 4;
    case "over-budget":
      return 5;
    default:
      return ERROR;
  }
}
