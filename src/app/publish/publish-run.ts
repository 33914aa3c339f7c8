/**
 * A verified change, given to a host: as a pushed branch, or as a draft pull request. What is published is made anew from the
 * exported patch on the run's base, and must come out as the graded tree: nothing that was only shown is sent. Tokens live
 * in a closure here, by host, and go to the port of that host alone; they are in no state, journal or export.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { fromBase64, parseReceipt, type Envelope, type Receipt } from "../../core/receipt/index.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { foldRun, type AttemptRecord, type RunId } from "../../core/run/index.ts";
import { isOid, type Oid } from "../../core/snapshot/index.ts";
import type { AppStore } from "../app-store.ts";
import type { Problem, Publication, PublishPlan, Settings } from "../fixgate.ts";
import { exportCommit } from "../gather-evidence.ts";
import type { Clock, ExportPort, OpenError, PublishError, PublishPort, RepoSource, Store } from "../ports/index.ts";
import { hostOf } from "../source-host.ts";
import { createTokenDesk, type TokenDeskPorts } from "./token-desk.ts";
import { commitMessageWith, OWN_ADDRESS, pullRequestText, type Checked } from "./pull-request-text.ts";
import { receiptBlock } from "./receipt-block.ts";

export interface PublishPorts extends TokenDeskPorts {
  readonly publish: PublishPort;
  readonly git: ExportPort;
  readonly parseUrl: (raw: string, settings: Settings) => Result<RepoSource, OpenError>;
  readonly store: Store;
  readonly clock: Clock;
}

const PUBLISHED = ".published.json";
const DEFAULT_EMAIL = "user@localhost";

interface Publishable {
  readonly record: AttemptRecord;
  readonly candidate: Oid;
  readonly baseCommit: Oid;
  readonly patch: string;
  readonly envelope: Envelope;
  readonly receipt: Receipt;
  readonly digest: string;
}

const problem = (message: string, advice: string): Result<never, Problem> => err({ message, advice });

export function createPublisher(store: AppStore, ports: PublishPorts) {
  const tokens = createTokenDesk(store, ports);
  let under: AbortController | null = null;

  async function publishable(run: RunId): Promise<Result<Publishable, Problem>> {
    const view = foldRun(await ports.store.events(run));
    if (view?.end?.kind !== "verified")
      return problem("Only a verified run can be published.", "Run the ticket until its gates pass.");
    const record = await ports.store.attempt(`${run}-${String(view.end.attempt)}`);
    const artifacts = await ports.store.artifacts(run);
    const patch = artifacts.find(({ name }) => name.endsWith(".patch"));
    const file = artifacts.find(({ name }) => name.endsWith(".receipt.json"));
    if (record === null || patch === undefined || file === undefined)
      return problem("What this run exported is no longer kept here.", "Run the ticket again.");
    const { commit, url } = view.subject.repository;
    if (commit === null)
      return problem(
        `${url} was opened without a commit of its own, so there is nothing on a host that the change could stand on.`,
        "Take the patch or the bundle; or open the repository by its address and run the ticket there.",
      );
    const envelope = JSON.parse(new TextDecoder().decode(file.bytes)) as Envelope;
    const bytes = fromBase64(envelope.payload);
    const receipt = bytes === null ? null : parseReceipt(JSON.parse(new TextDecoder().decode(bytes)));
    if (bytes === null || receipt?.ok !== true) return problem("The receipt of this run can't be read.", "Run the ticket again.");
    return ok({
      record,
      candidate: view.end.candidate,
      baseCommit: commit,
      patch: new TextDecoder().decode(patch.bytes),
      envelope,
      receipt: receipt.value,
      digest: `sha256:${bytesToHex(sha256(bytes))}`,
    });
  }

  async function plan(run: RunId, address?: string): Promise<Result<PublishPlan, Problem>> {
    const found = await publishable(run);
    if (!found.ok) return found;
    const { record, envelope, receipt, digest } = found.value;
    const { repository, ticket } = record.subject;
    const source = ports.parseUrl(address ?? repository.url, store.get().settings);
    if (!source.ok)
      return problem(
        "message" in source.error ? source.error.message : "No address.",
        "advice" in source.error ? source.error.advice : "",
      );
    const target = targetOf(source.value);
    if (!target.ok) return target;
    const commit = exportCommit(record.subject, store.get().settings.author, ports.clock.now());
    const { title, body } = pullRequestText({
      record,
      receipt,
      receiptDigest: digest,
      verifyCommand: `npx fixgate verify ${OWN_ADDRESS}`,
      carried: receiptBlock(envelope),
    });
    const { ref } = repository;
    return ok({
      ...target.value,
      address: address ?? repository.url,
      branch: `fixgate/${ticket.id}`,
      baseBranch: ref === null || isOid(ref) || /^(refs\/|pull\/|merge request )/.test(ref) ? "" : ref,
      title,
      text: target.value.kind === "github" ? body : commitMessageWith(commit.message, checkedAs(found.value, address)),
    });
  }

  function failed(run: RunId, error: PublishError): null {
    store.set({ publishing: error.kind === "cancelled" ? null : { run, progress: null, error } });
    return null;
  }
  const refused = (run: RunId, { message, advice }: Problem): null => failed(run, { kind: "rejected", message, advice });

  async function publish(
    run: RunId,
    to: { readonly address: string; readonly branch: string; readonly baseBranch: string },
  ): Promise<Publication | null> {
    if (under !== null) return null;
    const controller = new AbortController();
    under = controller;
    const show = (text: string): void => {
      store.set({ publishing: { run, progress: { phase: "connecting", done: 0, total: null, text }, error: null } });
    };
    show("applying the patch to the base");
    try {
      const found = await publishable(run);
      if (!found.ok) return refused(run, found.error);
      const planned = await plan(run, to.address);
      if (!planned.ok) return refused(run, planned.error);
      const { record, candidate, baseCommit, patch } = found.value;
      const { repository, settings } = store.get();
      const { base } = record.subject;
      if (repository.kind !== "open" || repository.repository.snapshot.oid !== base)
        return refused(run, {
          message: `The base of this run is not open here.`,
          advice: `Open ${record.subject.repository.url} at ${baseCommit.slice(0, 12)}, then publish.`,
        });
      if (settings.author.email === DEFAULT_EMAIL || settings.author.email.trim() === "" || settings.author.name.trim() === "")
        return refused(run, {
          message: "The commit has no author yet.",
          advice: "The author is you: fill in your name and email, here or in the settings.",
        });
      const applied = await ports.git.applyPatch(base, patch);
      if (!applied.ok || applied.value !== candidate)
        return refused(run, {
          message: `The exported patch does not give the graded tree ${candidate.slice(0, 12)}. Nothing was sent.`,
          advice: "Run the ticket again.",
        });
      const commit = exportCommit(record.subject, settings.author, ports.clock.now());
      const change = {
        base,
        baseCommit,
        result: candidate,
        commit: { ...commit, branch: to.branch, message: commitMessageWith(commit.message, checkedAs(found.value, to.address)) },
        baseBranch: to.baseBranch.trim() === "" ? null : to.baseBranch.trim(),
      };
      const options = {
        signal: controller.signal,
        onProgress: (progress: NonNullable<NonNullable<ReturnType<AppStore["get"]>["publishing"]>["progress"]>) => {
          if (!controller.signal.aborted) store.set({ publishing: { run, progress, error: null } });
        },
        token: tokens.tokenFor(planned.value.host),
      };
      const source = ports.parseUrl(to.address, settings);
      if (!source.ok) return null;
      const publication = await send(source.value, planned.value, change, options);
      if (!publication.ok) return failed(run, publication.error);
      await ports.store.putArtifact(
        run,
        PUBLISHED,
        new TextEncoder().encode(JSON.stringify([...(await publications(run)), publication.value])),
      );
      store.set({ publishing: null });
      return publication.value;
    } finally {
      under = null;
    }
  }

  async function send(
    source: RepoSource,
    planned: PublishPlan,
    change: Parameters<PublishPort["pushBranch"]>[0] extends infer P ? Omit<P, "url" | "proxy"> : never,
    options: Parameters<PublishPort["pushBranch"]>[1],
  ): Promise<Result<Publication, PublishError>> {
    const about = { host: planned.host, address: planned.address, at: ports.clock.now() };
    if (source.kind === "github") {
      const { token } = options;
      if (token === null)
        return err({
          kind: "unauthorised",
          message: `${planned.host} needs a token to open a pull request.`,
          advice: planned.scope,
        });
      const drafted = await ports.publish.draftPullRequest(
        {
          ...change,
          owner: source.owner,
          name: source.name,
          apiBase: source.apiBase,
          title: planned.title,
          body: planned.text,
          ownAddress: OWN_ADDRESS,
        },
        { ...options, token },
      );
      return drafted.ok ? ok({ kind: "draft", ...about, ...drafted.value }) : drafted;
    }
    if (source.kind !== "git") throw new Error(`no way to publish to ${source.kind}`);
    const pushed = await ports.publish.pushBranch({ ...change, url: source.url, proxy: source.proxy }, options);
    return pushed.ok ? ok({ kind: "branch", ...about, ...pushed.value, url: null, number: null, fork: null }) : pushed;
  }

  async function publications(run: RunId): Promise<readonly Publication[]> {
    const kept = (await ports.store.artifacts(run)).find(({ name }) => name === PUBLISHED);
    return kept === undefined ? [] : (JSON.parse(new TextDecoder().decode(kept.bytes)) as readonly Publication[]);
  }

  return {
    tokens,
    plan,
    publish,
    publications,
    cancel: (): void => {
      under?.abort();
    },
    dismissError: (): void => {
      if (under === null) store.set({ publishing: null });
    },
  };
}

/** The receipt stays with whoever made it: the command names it as it was exported. */
const checkedAs = ({ record, receipt, digest }: Publishable, address = record.subject.repository.url): Checked => ({
  receipt,
  receiptDigest: digest,
  verifyCommand: `npx fixgate verify ${record.subject.ticket.id}.receipt.json --repo ${address}`,
});

function targetOf(source: RepoSource): Result<Pick<PublishPlan, "kind" | "host" | "scope">, Problem> {
  const host = hostOf(source) ?? "";
  switch (source.kind) {
    case "github":
      return ok({
        kind: "github",
        host,
        scope:
          'A fine-grained token for this one repository, with "Contents: read and write" and "Pull requests: read and write". Nothing else. From a fork: a classic token with "public_repo".',
      });
    case "git":
      return ok({
        kind: "git",
        host,
        scope: "A token that may write to this one repository, and nothing else; none where the host asks for none.",
      });
    case "gitlab":
      return problem(
        "GitLab takes branches over Git alone, and its servers don't let a page do that.",
        "Take the bundle or the patch, and push it from a clone: git fetch <bundle>, then git push.",
      );
    default:
      return problem(
        "This is not the address of a repository on a host.",
        "Name the repository's address, or take the patch or the bundle.",
      );
  }
}
