/** `fixgate run`: one repository's tickets in the app, without a screen. The exit code says how the worst of them ended. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ModelChoice, Settings } from "../../app/fixgate.ts";
import type { RunView } from "../../core/run/index.ts";
import { readArguments } from "../arguments.ts";
import { builtApp } from "../built-app.ts";
import { ensureChromium } from "../chromium.ts";
import { launchChromium, openApp, type DrivenApp } from "../drive.ts";
import { bundleOf } from "../local-bundle.ts";
import { tellEnd } from "../narrate.ts";
import { startStaticServer } from "../static-server.ts";
import { writeArtifacts } from "../write-artifacts.ts";

const USAGE = `Usage: fixgate run --repo <url or path> [--ticket <id>]... [options]

  --repo <url or path>  the repository: an address, a demo (demo:lockbox), or one on this machine
  --ticket <id>         a ticket to run; may be given more than once (default: every ticket of the repository)
  --model <model>       scripted (default), web-llm:<model>, wllama:<url of a GGUF file>, or the address of an
                        OpenAI-compatible server with its model: http://localhost:8080/v1#qwen3-14b
  --reviewer <model>    another model for the reviewer
  --script <file>       replies written in advance, for --model scripted
  --deps <file>         packages, made by fixgate pack-deps; otherwise from the registry, as the lockfile says
  --out <folder>        where patches, bundles and receipts go (default fixgate-out)
  --minutes <number>    at most this long for one ticket (default 20)
  --attempts <number>   at most so many attempts at one ticket
  --tokens <number>     at most so many generated tokens for one ticket
  --json                one JSON object a line instead of text

FIXGATE_TOKEN is sent to the repository's host alone.
Exit codes: 0 verified, 1 error, 2 wrong arguments, 3 refused, 4 stuck, 5 over budget. Of several tickets the worst
counts: an error, then over budget, stuck, refused.`;

const READY_MS = 300_000;
/** The app ends a run at its own limit; the driver waits a little longer, to hear how. */
const GRACE_MS = 60_000;

type Tell = (event: Readonly<Record<string, unknown>>, text: string) => void;

export async function run(args: readonly string[]): Promise<number> {
  const text = { type: "string" } as const;
  const read = readArguments(args, USAGE, {
    repo: text,
    ticket: { type: "string", multiple: true },
    model: text,
    reviewer: text,
    script: text,
    deps: text,
    out: text,
    minutes: text,
    attempts: text,
    tokens: text,
    json: { type: "boolean" },
  });
  if (!read.go) return read.code;
  const { repo, json = false, script, deps } = read.values;
  const minutes = numberOf(read.values.minutes ?? "20");
  const settings = settingsOf(read.values, minutes);
  if (repo === undefined || settings === null) {
    console.error(USAGE);
    return 2;
  }
  const tell: Tell = (event, line) => {
    console.log(json ? JSON.stringify(event) : line);
  };
  for (const file of [script, deps])
    if (file !== undefined && !existsSync(file)) {
      tell({ event: "error", message: `${file} is not there` }, `fixgate: ${file} is not there`);
      return 2;
    }
  const chromium = ensureChromium((line) => {
    console.error(line);
  });
  if (!chromium.ok) {
    tell({ event: "error", ...chromium.error }, `fixgate: ${chromium.error.message} ${chromium.error.advice}`);
    return 1;
  }
  const server = await startStaticServer({ root: builtApp(), port: 0 });
  const browser = await launchChromium(chromium.value);
  try {
    const app = await openApp(browser, server.url);
    await applySettings(app, settings);
    await openRepository(app, repo, tell);
    if (deps !== undefined) await app.useDependencies(readFileSync(deps));
    if (script !== undefined) await app.useScript(readFileSync(script));
    const open = await app.waitUntilReady(READY_MS);
    const base = open.repository.snapshot.oid;
    // The script may have brought tickets of its own.
    const known = open.tickets.map((listing) => listing.ticket.id as string);
    tell(
      { event: "opened", repository: repo, base, commit: open.repository.commit, tickets: known },
      `${repo} @ ${base.slice(0, 10)}`,
    );
    for (const warning of open.repository.warnings) tell({ event: "warning", message: warning }, `  ${warning}`);
    const wanted = read.values.ticket ?? known;
    const missing = wanted.filter((id) => !known.includes(id));
    if (missing.length > 0 || wanted.length === 0)
      throw new Error(`there is no ticket ${missing.join(", ")} in this repository; it has ${known.join(", ") || "none"}`);
    const ends: { readonly ticket: string; readonly code: number }[] = [];
    for (const ticket of wanted) {
      const code = await runOne(app, ticket, { minutes: minutes ?? 20, folder: resolve(read.values.out ?? "fixgate-out"), tell });
      ends.push({ ticket, code });
    }
    const worst = Math.max(...ends.map((end) => (end.code === 1 ? ERROR : end.code)));
    const code = worst === ERROR ? 1 : worst;
    const verified = ends.filter((end) => end.code === 0).length;
    tell({ event: "done", code, verified, of: ends.length }, `\n${String(verified)} of ${String(ends.length)} verified`);
    return code;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tell({ event: "error", message }, `fixgate: ${message}`);
    return 1;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function openRepository(app: DrivenApp, repo: string, tell: Tell): Promise<void> {
  if (repo.startsWith("demo:")) await app.openDemo(repo.slice("demo:".length));
  else if (existsSync(repo)) {
    const { name, bytes, dirty } = bundleOf(repo);
    if (dirty) tell({ event: "warning", message: "not committed: left out" }, "  what is not committed is left out");
    await app.openArchive(name, bytes);
  } else await app.openUrl(repo, process.env["FIXGATE_TOKEN"] ?? null);
}

/** One ticket's exit code. An error in one does not keep the others of a batch from running. */
async function runOne(
  app: DrivenApp,
  ticket: string,
  { minutes, folder, tell }: { readonly minutes: number; readonly folder: string; readonly tell: Tell },
): Promise<number> {
  tell({ event: "ticket", ticket }, `\n${ticket}`);
  try {
    const ended = await app.runTicket(ticket, {
      deadlineMs: minutes * 60_000 + GRACE_MS,
      say: (line, event) => {
        tell({ ...event, ticket }, line);
      },
    });
    const files = ended.end?.kind === "verified" ? await writeArtifacts(app, { run: ended.id, ticket, folder }) : [];
    const code = exitCode(ended);
    tell(
      { event: "ended", ticket, code, end: ended.end, files },
      `  ${tellEnd(ended)}${files.map((file) => `\n  wrote ${file}`).join("")}`,
    );
    return code;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tell({ event: "ended", ticket, code: 1, end: { kind: "error", message, advice: "" }, files: [] }, `  error: ${message}`);
    return 1;
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
      return 1;
  }
}

interface Wanted {
  readonly model: ModelChoice;
  readonly reviewerModel: ModelChoice;
  readonly budget: Partial<Settings["budget"]>;
}

/** Null: something in it is no model, or no number above zero. */
function settingsOf(
  values: { readonly model?: string; readonly reviewer?: string; readonly attempts?: string; readonly tokens?: string },
  minutes: number | null,
): Wanted | null {
  const model = modelOf(values.model ?? "scripted");
  const reviewerModel = modelOf(values.reviewer ?? values.model ?? "scripted");
  const attempts = values.attempts === undefined ? undefined : numberOf(values.attempts);
  const tokens = values.tokens === undefined ? undefined : numberOf(values.tokens);
  if (model === null || reviewerModel === null || minutes === null || attempts === null || tokens === null) return null;
  return {
    model,
    reviewerModel,
    budget: { minutes, ...(attempts === undefined ? {} : { attempts }), ...(tokens === undefined ? {} : { tokens }) },
  };
}

const numberOf = (raw: string): number | null => (Number(raw) > 0 ? Number(raw) : null);

export function modelOf(raw: string): ModelChoice | null {
  if (raw === "scripted") return { backend: "scripted" };
  const [, kind, rest = ""] = /^(web-llm|wllama):(.+)$/.exec(raw) ?? [];
  if (kind === "web-llm") return { backend: "web-llm", model: rest };
  if (kind === "wllama") return { backend: "wllama", modelUrl: rest };
  const [, baseUrl, model] = /^(https?:\/\/[^#]+)#(.+)$/.exec(raw) ?? [];
  return baseUrl === undefined || model === undefined ? null : { backend: "openai-compatible", baseUrl, model };
}

/** What can't be set is an error: a run with another limit than the one asked for would lie about it. */
async function applySettings(app: DrivenApp, { budget, ...models }: Wanted): Promise<void> {
  const before = (await app.state()).settings;
  const wanted = { ...before.budget, ...budget };
  await app.updateSettings({ ...models, budget: wanted });
  const { settings } = await app.state();
  if (JSON.stringify(settings.budget) !== JSON.stringify(wanted))
    throw new Error(
      `the app does not take this budget: ${JSON.stringify(wanted)} (tokens are 1,000 at least, attempts 20 at most)`,
    );
}
