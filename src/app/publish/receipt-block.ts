/**
 * A receipt inside of a pull request's text, so that the request carries its own evidence: gzip in base64 in a fenced block.
 * It can't stand in the tree, since the tree is what the receipt names. What is read back is believed for its signature,
 * not for where it was found.
 */
import { gunzipSync, gzipSync } from "fflate";
import { fromBase64, toBase64, type Envelope } from "../../core/receipt/index.ts";

const LIMIT = 4 * 1024 * 1024;

/** A block that GitHub folds away. The payload travels as the text that it is, since base64 does not pack well. */
export function receiptBlock({ payload, ...rest }: Envelope): readonly string[] {
  const bytes = fromBase64(payload);
  if (bytes === null) throw new Error("the receipt's payload is not base64");
  const open = JSON.stringify({ ...rest, text: new TextDecoder().decode(bytes) });
  const packed = toBase64(gzipSync(new TextEncoder().encode(open), { level: 9, mtime: 0 }));
  const lines = packed.match(/.{1,120}/g) ?? [];
  return ["<details><summary>The signed receipt</summary>", "", "```fixgate-receipt", ...lines, "```", "", "</details>"];
}

/** The envelopes in a text, unchecked; a block that can't be read is counted, so that nobody takes it for none. */
export function receiptsIn(text: string): { readonly receipts: readonly unknown[]; readonly unreadable: number } {
  const receipts: unknown[] = [];
  let unreadable = 0;
  for (const [, packed = ""] of text.replaceAll("\r\n", "\n").matchAll(/^ *```fixgate-receipt\n([^`]*?)^ *```$/gm)) {
    const receipt = unpacked(fromBase64(packed.replace(/\s+/g, "")));
    if (receipt === null) unreadable++;
    else receipts.push(receipt);
  }
  return { receipts, unreadable };
}

function unpacked(bytes: Uint8Array | null): unknown {
  if (bytes === null || bytes.length < 18) return null;
  // gzip's last four bytes say how much comes out (RFC 1952, ISIZE): nothing is unpacked that would be huge.
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(bytes.length - 4, true);
  if (size > LIMIT) return null;
  try {
    const open = JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(gunzipSync(bytes, { out: new Uint8Array(size) })),
    ) as unknown;
    if (typeof open !== "object" || open === null || !("text" in open) || typeof open.text !== "string") return null;
    const { text, ...rest } = open;
    return { ...rest, payload: toBase64(new TextEncoder().encode(text)) };
  } catch {
    return null;
  }
}
