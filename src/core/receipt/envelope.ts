/**
 * A signed receipt: a DSSE envelope over its canonical bytes. What is signed is the pre-authentication encoding, so that
 * a signature can't be carried over to bytes of another type. Keys and the clock are arguments.
 * https://github.com/secure-systems-lab/dsse/blob/master/protocol.md
 */
import { utf8ToBytes } from "@noble/hashes/utils.js";
import * as v from "valibot";
import { canonicalJson } from "../evidence/index.ts";
import { err, ok, type Result } from "../result.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { parseReceipt, type ReceiptError } from "./parse-receipt.ts";
import type { Receipt, ReceiptBody } from "./statement.ts";

export const PAYLOAD_TYPE = "application/vnd.in-toto+json";

export interface Signer {
  /** `sha256:<hex>` of the public key's SPKI bytes. */
  readonly keyid: string;
  /** "ECDSA-P256-SHA256" or "Ed25519". */
  readonly algorithm: string;
  /** SPKI in base64. It travels along inside of what is signed. */
  readonly publicKey: string;
  readonly sign: (bytes: Uint8Array) => Promise<Uint8Array>;
}

export type Verify = (
  bytes: Uint8Array,
  signature: Uint8Array,
  signer: NonNullable<Receipt["predicate"]["fixgate"]["signer"]>,
) => Promise<boolean>;

const envelopeSchema = v.strictObject({
  payloadType: v.literal(PAYLOAD_TYPE),
  payload: v.string(),
  signatures: v.pipe(v.array(v.strictObject({ keyid: v.string(), sig: v.string() })), v.length(1), v.readonly()),
});
export type Envelope = v.InferOutput<typeof envelopeSchema>;

export type EnvelopeError =
  | ReceiptError
  | { readonly kind: "not-an-envelope"; readonly message: string }
  | { readonly kind: "not-canonical"; readonly message: string }
  | { readonly kind: "bad-signature"; readonly message: string };

/** `DSSEv1 <length of type> <type> <length of payload> <payload>`, lengths in bytes, in ASCII decimals. */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const head = utf8ToBytes(`DSSEv1 ${String(utf8ToBytes(payloadType).length)} ${payloadType} ${String(payload.length)} `);
  const bytes = new Uint8Array(head.length + payload.length);
  bytes.set(head);
  bytes.set(payload, head.length);
  return bytes;
}

/** The bytes that are signed, and whose SHA-256 names a receipt. */
export function receiptBytes(receipt: Receipt): Uint8Array {
  return utf8ToBytes(canonicalJson(receipt));
}

/** @param now epoch milliseconds. */
export async function sealReceipt(
  body: ReceiptBody,
  { now, sign }: { readonly now: number; readonly sign: Signer },
): Promise<Envelope> {
  const { keyid, algorithm, publicKey } = sign;
  const receipt: Receipt = {
    ...body,
    predicate: {
      ...body.predicate,
      fixgate: { ...body.predicate.fixgate, sealedAt: new Date(now).toISOString(), signer: { keyid, algorithm, publicKey } },
    },
  };
  const parsed = parseReceipt(JSON.parse(canonicalJson(receipt)));
  // A receipt of ours that we could not read back is a bug, and is never handed out.
  if (!parsed.ok) throw new Error(`the receipt contradicts its own form: ${parsed.error.message}`);
  const payload = receiptBytes(receipt);
  const signature = await sign.sign(preAuthEncoding(PAYLOAD_TYPE, payload));
  return { payloadType: PAYLOAD_TYPE, payload: toBase64(payload), signatures: [{ keyid, sig: toBase64(signature) }] };
}

export async function verifyEnvelope(raw: unknown, verify: Verify): Promise<Result<Receipt, EnvelopeError>> {
  const envelope = v.safeParse(envelopeSchema, raw);
  if (!envelope.success) return err({ kind: "not-an-envelope", message: `not a signed receipt: ${envelope.issues[0].message}` });
  const payload = fromBase64(envelope.output.payload);
  const [signature] = envelope.output.signatures;
  const bytes = signature === undefined ? null : fromBase64(signature.sig);
  if (payload === null || signature === undefined || bytes === null)
    return err({ kind: "not-an-envelope", message: "payload or signature is not base64" });
  let json: unknown;
  try {
    json = JSON.parse(decodeUtf8(payload));
  } catch {
    return err({ kind: "not-a-receipt", message: "the payload is not JSON" });
  }
  const receipt = parseReceipt(json);
  if (!receipt.ok) return receipt;
  if (toBase64(receiptBytes(receipt.value)) !== envelope.output.payload)
    return err({ kind: "not-canonical", message: "the payload is not in canonical form" });
  const { signer } = receipt.value.predicate.fixgate;
  if (signer?.keyid !== signature.keyid)
    return err({ kind: "bad-signature", message: "the signature is not by the key that the receipt names" });
  // The key comes with the receipt: one that no crypto takes is a hostile input, not a bug.
  const holds = await verify(preAuthEncoding(PAYLOAD_TYPE, payload), bytes, signer).catch(() => false);
  return holds
    ? ok(receipt.value)
    : err({ kind: "bad-signature", message: "the signature does not fit: the receipt was changed after it was signed" });
}

/** Throws on bytes that are no UTF-8. The core's types know no TextDecoder. */
function decodeUtf8(bytes: Uint8Array): string {
  let escaped = "";
  for (const byte of bytes) escaped += `%${byte.toString(16).padStart(2, "0")}`;
  return decodeURIComponent(escaped);
}
