/**
 * One commit, pushed as a new branch over smart HTTP (gitprotocol-http(5), gitprotocol-pack(5)). The pack holds what base
 * does not, so nothing of the repository has to be here but the snapshot. The server is asked first where the base branch
 * is, and the branch is created from nothing: an existing one is never moved.
 */
import { branchName, buildCommit, writePack } from "../export/index.ts";
import type { PublishedChange, PublishOptions } from "../../../src/app/ports/index.ts";
import type { Oid } from "../../../src/core/snapshot/index.ts";
import { concatBytes, utf8, ZERO_OID, type ObjectStore } from "../../../src/protocol/git-objects.ts";
import type { Http, HttpReply } from "../http.ts";
import { hostOf } from "../http.ts";
import { basicAuthorization, proxied, refuseTokenThroughProxy } from "../sources/smart-http.ts";
import { OpenFailure } from "../open-failure.ts";
import { statusError } from "../statuses.ts";
import { baseMoved, refuse } from "./publish-failure.ts";

type Push = PublishedChange & { readonly url: string; readonly proxy: string | null };

export async function pushBranch(
  store: ObjectStore,
  http: Http,
  change: Push,
  options: PublishOptions,
): Promise<{ readonly branch: string; readonly commit: Oid }> {
  refuseTokenThroughProxy(options.token, change.proxy);
  const url = proxied(change.url, change.proxy).replace(/\/+$/, "");
  const host = hostOf(change.url);
  const branch = branchName(change.commit.branch);
  const authorization = options.token === null ? null : basicAuthorization(options.token);
  const ask = async (request: {
    url: string;
    method: "GET" | "POST";
    headers?: Record<string, string>;
    body?: Uint8Array;
  }): Promise<HttpReply> => {
    const reply = await http.request({ ...request, authorization }, options.signal);
    if (reply.status === 403) {
      refuse(
        "no-permission",
        `${host} does not let you push to this repository (403).`,
        "Give a token that may write to it, or send the patch or bundle to somebody who can.",
      );
    }
    if (reply.status !== 200) throw new OpenFailure(statusError(reply.status, host, reply.headers));
    return reply;
  };

  options.onProgress({ phase: "connecting", done: 0, total: null, text: host });
  const advertised = await ask({ url: `${url}/info/refs?service=git-receive-pack`, method: "GET" });
  const base = advertised.url.endsWith("/info/refs?service=git-receive-pack")
    ? advertised.url.slice(0, -"/info/refs?service=git-receive-pack".length)
    : url;
  const { refs, capabilities, head } = parseAdvertisement(await advertised.bytes(), host);
  const baseBranch = change.baseBranch ?? head;
  if (baseBranch !== null) {
    const now = refs.get(`refs/heads/${baseBranch}`) ?? null;
    if (now !== change.baseCommit) baseMoved(baseBranch, now, change.baseCommit);
  }
  if (refs.has(`refs/heads/${branch}`)) branchExists(branch);

  const built = buildCommit(store, change.base, change.baseCommit, change.result, change.commit);
  const wanted = ["report-status", "side-band-64k"].filter((one) => capabilities.has(one));
  const command = packetLine(`${ZERO_OID} ${built.oid} refs/heads/${branch}\0 ${[...wanted, "agent=fixgate"].join(" ")}`);
  const body = concatBytes([command, utf8("0000"), writePack(built.objects)]);
  options.onProgress({ phase: "receiving", done: 0, total: body.length, text: `sending ${branch}` });
  const reply = await ask({
    url: `${base}/git-receive-pack`,
    method: "POST",
    headers: { "content-type": "application/x-git-receive-pack-request", accept: "application/x-git-receive-pack-result" },
    body,
  });
  readReport(await reply.bytes(), {
    branch,
    host,
    sideBand: wanted.includes("side-band-64k"),
    reports: wanted.includes("report-status"),
  });
  return { branch, commit: built.oid };
}

export function branchExists(branch: string): never {
  return refuse(
    "branch-exists",
    `The branch ${branch} is already there.`,
    "Give the branch another name, or remove the old one on the host; it is never overwritten.",
  );
}

function packetLine(text: string): Uint8Array {
  const bytes = utf8(text);
  return concatBytes([utf8((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
}

/** The payloads of pkt-lines; null is a flush. */
function packetLines(bytes: Uint8Array): (Uint8Array | null)[] | null {
  const lines: (Uint8Array | null)[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = Number.parseInt(new TextDecoder().decode(bytes.subarray(at, at + 4)), 16);
    if (Number.isNaN(length) || (length !== 0 && length < 4) || at + length > bytes.length) return null;
    lines.push(length === 0 ? null : bytes.subarray(at + 4, at + length));
    at += length === 0 ? 4 : length;
  }
  return lines;
}

interface Advertisement {
  readonly refs: ReadonlyMap<string, string>;
  readonly capabilities: ReadonlySet<string>;
  /** The default branch, where the server tells it. */
  readonly head: string | null;
}

function parseAdvertisement(bytes: Uint8Array, host: string): Advertisement {
  const lines = packetLines(bytes);
  if (lines === null || new TextDecoder().decode(lines[0] ?? undefined).trim() !== "# service=git-receive-pack") {
    return refuse(
      "rejected",
      `${host} does not take pushes at this address.`,
      "Check the address; some hosts only serve reading over HTTP.",
    );
  }
  const refs = new Map<string, string>();
  let capabilities: string[] = [];
  for (const line of lines.slice(1)) {
    if (line === null) continue;
    const [ref = "", rest] = new TextDecoder().decode(line).replace(/\n$/, "").split("\0");
    if (rest !== undefined) capabilities = rest.split(" ");
    const [, oid, name] = /^([0-9a-f]{40}) (.+)$/.exec(ref) ?? [];
    if (oid !== undefined && name !== undefined && name !== "capabilities^{}") refs.set(name, oid);
  }
  const symref = capabilities.find((one) => one.startsWith("symref=HEAD:refs/heads/"));
  return { refs, capabilities: new Set(capabilities), head: symref?.slice("symref=HEAD:refs/heads/".length) ?? null };
}

function readReport(
  bytes: Uint8Array,
  options: { readonly branch: string; readonly host: string; readonly sideBand: boolean; readonly reports: boolean },
): void {
  const unread = (): never =>
    refuse(
      "rejected",
      `${options.host} gave no readable answer to the push.`,
      "Look on the host whether the branch is there before you try again.",
    );
  let outer = packetLines(bytes);
  if (outer === null) return unread();
  const said: string[] = [];
  if (options.sideBand) {
    const report: Uint8Array[] = [];
    for (const line of outer) {
      if (line === null) continue;
      if (line[0] === 1) report.push(line.subarray(1));
      else said.push(new TextDecoder().decode(line.subarray(1)).trim());
    }
    outer = packetLines(concatBytes(report));
    if (outer === null) return unread();
  }
  if (!options.reports) return;
  const words = outer.flatMap((line) => (line === null ? [] : [new TextDecoder().decode(line).trim()]));
  if (words.includes(`ok refs/heads/${options.branch}`) && words.includes("unpack ok")) return;
  const reason =
    words.find((word) => word.startsWith("ng "))?.replace(/^ng \S+ /, "") ??
    words.find((word) => word.startsWith("unpack ")) ??
    "no reason given";
  const remote = said
    .filter((line) => line !== "")
    .join(" ")
    .slice(0, 300);
  const message = `${options.host} refused the branch: ${reason}${remote === "" ? "" : ` (${remote})`}.`;
  if (/already exists|failed to update ref|reference already/i.test(reason)) branchExists(options.branch);
  if (/protected|hook declined|GH006|GH013|not allowed/i.test(`${reason} ${remote}`)) {
    refuse(
      "protected-branch",
      message,
      "The host protects this name, or a hook on it refuses: use another branch name, or ask who set the rule.",
    );
  }
  refuse("rejected", message, "Send the patch or the bundle instead, or ask the repository's owner.");
}
