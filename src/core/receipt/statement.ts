/**
 * What a receipt says: an in-toto Statement (v1) whose predicate is a test result (v0.1), with what we know beyond it
 * under `fixgate`. It names the trees that were graded, every verdict with the digests of its evidence, and what was not
 * checked, so that nobody has to take "verified" for more than it is.
 * https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md and spec/predicates/test-result.md
 */
import * as v from "valibot";
import { GATE_IDS } from "../gate/gate.ts";
import { parseRepoPath } from "../snapshot/index.ts";

export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const PREDICATE_TYPE = "https://in-toto.io/attestation/test-result/v0.1";
/** 2: names the package of the repository that was graded. */
export const RECEIPT_VERSION = 2;

const text = v.pipe(v.string(), v.maxLength(20_000));
const oid = v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/, "not an object id"));
const digest = v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/, "not a digest"));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const gateId = v.picklist(GATE_IDS);
/** The picked package's folder; empty: the repository's root. It becomes a working folder, so it can't lead out. */
const packageRoot = v.pipe(
  text,
  v.check((path) => path === "" || parseRepoPath(path).ok, "not a folder of the repository"),
);
const list = <const T extends v.GenericSchema>(item: T) => v.pipe(v.array(item), v.maxLength(100_000), v.readonly());

const modelSchema = v.strictObject({ backend: text, model: text, version: text });

const verdictSchema = v.strictObject({
  gate: gateId,
  gateVersion: count,
  outcome: v.picklist(["pass", "fail", "unknown", "not-applicable"]),
  reason: text,
  on: oid,
  /** Digests of the evidence that the verdict rests on. */
  evidence: list(digest),
});

const fixgateSchema = v.strictObject({
  version: v.literal(RECEIPT_VERSION),
  /** RFC 3339, UTC. */
  sealedAt: v.pipe(v.string(), v.isoTimestamp()),
  repository: v.strictObject({ url: text, commit: v.nullable(oid), ref: v.nullable(text), packageRoot }),
  ticket: v.strictObject({ id: text, title: text, digest, statements: list(text), touches: list(text) }),
  trees: v.strictObject({ base: oid, baseWithTests: oid, fix: oid, candidate: oid }),
  /** SHA-256 of the exported patch's bytes; null where none was exported. */
  patch: v.nullable(digest),
  verdicts: list(verdictSchema),
  models: v.strictObject({ fixer: modelSchema, "test-writer": modelSchema, reviewer: modelSchema }),
  /** "scripted replies, real gates": said wherever no model spoke. */
  scripted: v.boolean(),
  calibration: v.nullable(v.strictObject({ model: text, right: count, total: count, date: text })),
  sandbox: v.strictObject({ kind: text, engine: text, vitest: text, typescript: text, notes: list(text) }),
  dependencies: v.strictObject({ digest: v.nullable(digest), scriptsNotRun: list(text), leftOut: list(text) }),
  quarantined: list(v.strictObject({ test: text, reason: text })),
  notChecked: list(v.strictObject({ what: text, reason: text })),
  survivors: list(v.strictObject({ path: text, line: count, original: text, replacement: text })),
  selfChecks: v.strictObject({ held: count, total: count }),
  signer: v.nullable(v.strictObject({ keyid: text, algorithm: text, publicKey: text })),
});

const resource = v.strictObject({
  name: text,
  digest: v.optional(v.record(text, text)),
  annotations: v.optional(v.record(text, text)),
});

export const receiptSchema = v.strictObject({
  _type: v.literal(STATEMENT_TYPE),
  subject: v.pipe(list(v.strictObject({ name: text, digest: v.strictObject({ gitTree: oid }) })), v.length(2)),
  predicateType: v.literal(PREDICATE_TYPE),
  predicate: v.strictObject({
    result: v.picklist(["PASSED", "FAILED"]),
    configuration: list(resource),
    passedTests: list(gateId),
    /** Gates that did not apply or said `unknown`: neither is a pass. */
    warnedTests: list(gateId),
    failedTests: list(gateId),
    fixgate: fixgateSchema,
  }),
});

export type Receipt = v.InferOutput<typeof receiptSchema>;
export type ReceiptDetails = Receipt["predicate"]["fixgate"];
/** A receipt before it is sealed: without the time and the signer's name. */
export type ReceiptBody = Omit<Receipt, "predicate"> & {
  readonly predicate: Omit<Receipt["predicate"], "fixgate"> & { readonly fixgate: Omit<ReceiptDetails, "sealedAt" | "signer"> };
};
