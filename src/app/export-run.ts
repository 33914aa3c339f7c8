/** What a verified run gives to take home: a patch, a bundle with a branch, a receipt that says what was and wasn't checked. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { receiptBody, sealReceipt, type Signer } from "../core/receipt/index.ts";
import type { AttemptRecord } from "../core/run/index.ts";
import type { Oid } from "../core/snapshot/index.ts";
import type { Artifact } from "./fixgate.ts";
import { exportCommit } from "./gather-evidence.ts";
import { runSelfChecks } from "./own-cases.ts";
import type { Clock, CommitInfo, Dependencies, ExportPort } from "./ports/index.ts";

export interface ExportPorts {
  readonly git: ExportPort;
  readonly clock: Clock;
  readonly signer: Signer;
}

/** The gates' own cases run first: a receipt of gates that fail them says so. */
export async function exportRun(
  record: AttemptRecord,
  base: Oid,
  dependencies: Dependencies,
  author: CommitInfo["author"],
  ports: ExportPorts,
): Promise<readonly Artifact[]> {
  const { candidate } = record.evidence.snapshots;
  const now = ports.clock.now();
  const commit = exportCommit(record.subject, author, now);
  const name = record.subject.ticket.id;
  const patch = new TextEncoder().encode(await ports.git.patch(base, candidate, commit));
  const bundle = await ports.git.bundle(base, record.subject.repository.commit, candidate, commit);
  const checks = runSelfChecks();
  const body = receiptBody({
    record,
    patch: `sha256:${bytesToHex(sha256(patch))}`,
    dependencies: {
      digest: dependencies.digest,
      scriptsNotRun: dependencies.scriptsNotRun,
      leftOut: dependencies.leftOut.map((each) => `${each.name}: ${each.reason}`),
    },
    selfChecks: { held: checks.filter((check) => check.held).length, total: checks.length },
  });
  const receipt = await sealReceipt(body, { now, sign: ports.signer });
  return [
    { name: `${name}.patch`, bytes: patch },
    { name: `${name}.bundle`, bytes: bundle },
    { name: `${name}.receipt.json`, bytes: new TextEncoder().encode(`${JSON.stringify(receipt, null, 2)}\n`) },
  ];
}
