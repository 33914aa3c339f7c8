/** What a verified run gives to take home: a patch, a bundle with a branch, a receipt that says what was and wasn't checked. */
import type { AttemptRecord } from "../core/run/index.ts";
import type { Oid } from "../core/snapshot/index.ts";
import type { Artifact } from "./fixgate.ts";
import { exportCommit } from "./gather-evidence.ts";
import type { Clock, CommitInfo, ExportPort } from "./ports/index.ts";

/** Signs with a key pair made in this browser; the public key travels along. */
export interface ReceiptSigner {
  readonly keyId: string;
  /** SPKI, base64. */
  readonly publicKey: string;
  readonly sign: (bytes: Uint8Array) => Promise<Uint8Array>;
}

export interface ExportPorts {
  readonly git: ExportPort;
  readonly clock: Clock;
  readonly signer: ReceiptSigner;
}

export async function exportRun(
  record: AttemptRecord,
  base: Oid,
  author: CommitInfo["author"],
  ports: ExportPorts,
): Promise<readonly Artifact[]> {
  const { candidate } = record.evidence.snapshots;
  const commit = exportCommit(record.subject, author, ports.clock.now());
  const name = record.subject.ticket.id;
  const patch = await ports.git.patch(base, candidate, commit);
  const bundle = await ports.git.bundle(base, record.subject.repository.commit, candidate, commit);
  return [
    { name: `${name}.patch`, bytes: new TextEncoder().encode(patch) },
    { name: `${name}.bundle`, bytes: bundle },
  ];
}
