export { fromBase64, toBase64 } from "./base64.ts";
export {
  PAYLOAD_TYPE,
  preAuthEncoding,
  receiptBytes,
  sealReceipt,
  verifyEnvelope,
  type Envelope,
  type EnvelopeError,
  type Signer,
  type Verify,
} from "./envelope.ts";
export { notCheckedIn, quarantinedIn, type NotChecked } from "./not-checked.ts";
export { parseReceipt, type ReceiptError } from "./parse-receipt.ts";
export { receiptBody, type ReceiptInput } from "./receipt-body.ts";
export {
  PREDICATE_TYPE,
  RECEIPT_VERSION,
  STATEMENT_TYPE,
  type Receipt,
  type ReceiptBody,
  type ReceiptDetails,
} from "./statement.ts";
