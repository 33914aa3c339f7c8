/** Receipts as the app would seal them, of trees that a test made with git: the verdicts of an honest attempt, a key of their own. */
import { createHash, webcrypto } from "node:crypto";
import { honest } from "../../src/core/gate/cases/honest-attempt.ts";
import { judgeAll } from "../../src/core/gate/judge.ts";
import { receiptBody, toBase64, type ReceiptBody, type Signer } from "../../src/core/receipt/index.ts";
import type { RunId } from "../../src/core/run/index.ts";
import { oidOf, repoPathOf } from "../../src/core/snapshot/index.ts";

export async function createSigner(): Promise<Signer> {
  const pair = await webcrypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const spki = new Uint8Array(await webcrypto.subtle.exportKey("spki", pair.publicKey));
  return {
    keyid: `sha256:${createHash("sha256").update(spki).digest("hex")}`,
    algorithm: "ECDSA-P256-SHA256",
    publicKey: toBase64(spki),
    sign: async (bytes) =>
      new Uint8Array(await webcrypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, pair.privateKey, new Uint8Array(bytes))),
  };
}

export interface DraftOf {
  readonly name: string;
  readonly commit: string;
  readonly trees: { readonly base: string; readonly baseWithTests: string; readonly fix: string; readonly candidate: string };
  readonly patch: string | null;
  readonly packageRoot?: string;
}

export function draftReceipt({ name, commit, trees, patch, packageRoot = "" }: DraftOf): ReceiptBody {
  const { base, candidate } = trees;
  const model = { backend: "scripted", model: name, version: "1" } as const;
  const drafted = receiptBody({
    record: {
      id: "run-1-1",
      run: "run-1" as RunId,
      attempt: 1,
      subject: {
        repository: { url: `https://git.example.invalid/${name}`, commit: oidOf(commit), ref: "main" },
        base: oidOf(base),
        packageRoot: packageRoot === "" ? packageRoot : repoPathOf(packageRoot),
        ticket: honest.ticket,
        models: { fixer: model, "test-writer": model, reviewer: model },
        sandbox: { kind: "embedded", engine: "Chromium 156", vitest: "4.1.12", typescript: "6.0.3" },
        budget: { attempts: 3, tokens: 10_000, wallMs: 600_000, mutants: 20 },
      },
      evidence: honest,
      verdicts: judgeAll(honest),
      texts: [],
      at: 0,
    },
    patch: patch === null ? null : `sha256:${createHash("sha256").update(patch).digest("hex")}`,
    dependencies: { digest: null, scriptsNotRun: [], leftOut: [] },
    selfChecks: { held: 1, total: 1 },
  });
  return {
    ...drafted,
    subject: [
      { name: "base", digest: { gitTree: base } },
      { name: "result", digest: { gitTree: candidate } },
    ],
    predicate: {
      ...drafted.predicate,
      fixgate: {
        ...drafted.predicate.fixgate,
        trees,
        verdicts: drafted.predicate.fixgate.verdicts.map((verdict) => ({ ...verdict, on: candidate })),
      },
    },
  };
}
