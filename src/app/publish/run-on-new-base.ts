/** A base that has moved on: opens what is there now and carries the change over. Whether it still holds, the gates say anew. */
import { err, ok, type Result } from "../../core/result.ts";
import { foldRun, type RunId } from "../../core/run/index.ts";
import type { SnapshotFiles } from "../../core/snapshot/index.ts";
import type { TicketId } from "../../core/ticket/index.ts";
import type { AppStore } from "../app-store.ts";
import type { Problem, Settings } from "../fixgate.ts";
import type { GitStore, ExportPort, OpenError, RepoSource, ScriptedReplies, Store } from "../ports/index.ts";
import type { createRepositoryDesk } from "../repository-desk.ts";
import { rebaseChange } from "./rebase-change.ts";
import type { createTokenDesk } from "./token-desk.ts";

interface NewBasePorts {
  readonly store: Store;
  readonly git: GitStore & ExportPort;
  readonly parseUrl: (raw: string, settings: Settings) => Result<RepoSource, OpenError>;
}

export async function runOnNewBase(
  run: RunId,
  to: { readonly address: string; readonly baseBranch: string },
  {
    app,
    desk,
    tokens,
    ports,
  }: {
    readonly app: AppStore;
    readonly desk: ReturnType<typeof createRepositoryDesk>;
    readonly tokens: ReturnType<typeof createTokenDesk>;
    readonly ports: NewBasePorts;
  },
): Promise<Result<{ readonly ticket: TicketId; readonly change: ScriptedReplies }, Problem>> {
  const view = foldRun(await ports.store.events(run));
  const record = view?.end?.kind === "verified" ? await ports.store.attempt(`${run}-${String(view.end.attempt)}`) : null;
  const before = desk.desk()?.files;
  if (record === null || before?.oid !== record.subject.base)
    return err({
      message: "The base of this run is not open here.",
      advice: `Open ${view?.subject.repository.url ?? "it"} first.`,
    });
  const patch = (await ports.store.artifacts(run)).find(({ name }) => name.endsWith(".patch"));
  if (patch === undefined) return err({ message: "The patch of this run is no longer kept.", advice: "Run the ticket again." });
  // Puts the candidate's objects back, where they are of an earlier visit.
  await ports.git.applyPatch(before.oid, new TextDecoder().decode(patch.bytes));

  const parsed = ports.parseUrl(to.address, app.get().settings);
  if (!parsed.ok) return err("message" in parsed.error ? parsed.error : { message: "This is no address.", advice: "" });
  const source = at(parsed.value, to.baseBranch.trim());
  const [script, archive] = [desk.script(), desk.archive()];
  await desk.open(source, to.address, tokens.tokenFor(hostOf(source)));
  const now = desk.desk()?.files;
  // Why it could not be opened stands on the open screen.
  if (now === undefined)
    return err({ message: "The base that is there now could not be opened.", advice: "See what its host said." });
  const { packageRoot = "" } = record.subject;
  const { repository } = app.get();
  if (packageRoot !== "" && !(repository.kind === "open" && repository.packages.some(({ root }) => root === packageRoot)))
    return err({
      message: `The package ${packageRoot} is not on the base that is there now.`,
      advice: "Pick the package that it became, and run the ticket there.",
    });
  desk.selectPackage(packageRoot);
  desk.useScript({
    name: script?.name ?? "",
    tickets: [...(script?.tickets ?? []), record.subject.ticket],
    replies: script?.replies ?? (() => null),
  });
  if (archive !== null && manifests(now) === manifests(before)) desk.reinstall(archive);
  const change = await rebaseChange(record, now.oid, ports.git);
  return change.ok ? ok({ ticket: record.subject.ticket.id, change: change.value }) : change;
}

function at(source: RepoSource, branch: string): RepoSource {
  return source.kind === "git" || source.kind === "github" ? { ...source, ref: branch === "" ? null : branch } : source;
}

function hostOf(source: RepoSource): string {
  return source.kind === "github" ? new URL(source.apiBase).host : source.kind === "git" ? new URL(source.url).host : "";
}

/** An archive of packages still fits where nothing that names packages has changed. */
function manifests({ entries }: SnapshotFiles): string {
  return entries
    .filter(({ path }) =>
      /(^|\/)(package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock)$/.test(path),
    )
    .map(({ path, oid }) => `${path} ${oid}`)
    .join("\n");
}
