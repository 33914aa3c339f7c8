import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBase64, type Envelope } from "../../core/receipt/index.ts";
import { receiptBlock, receiptsIn } from "./receipt-block.ts";

const envelope = (text: string): Envelope => ({
  payloadType: "application/vnd.in-toto+json",
  payload: toBase64(new TextEncoder().encode(text)),
  signatures: [{ keyid: "k", sig: "c2ln" }],
});

describe("a receipt in a text", () => {
  it("comes out as it went in, whatever stands around it and however lines end", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 3 }), fc.boolean(), (texts, crlf) => {
        const envelopes = texts.map(envelope);
        const body = ["# Title", "```", "code", "```", ...envelopes.flatMap((one) => ["", ...receiptBlock(one), "after"])].join(
          "\n",
        );
        const found = receiptsIn(crlf ? body.replaceAll("\n", "\r\n") : body);
        expect(found).toEqual({ receipts: envelopes, unreadable: 0 });
      }),
    );
  });

  it("is small enough for a pull request: a receipt of 30 kB", () => {
    const text = JSON.stringify(
      Array.from({ length: 300 }, (_, at) => ({
        gate: "suite",
        reason: `test ${String(at)} passed`,
        on: at.toString(16).padStart(40, "0"),
      })),
    );
    expect(receiptBlock(envelope(text)).join("\n").length).toBeLessThan(8000);
  });

  it.each([
    ["cut off", (line: string) => line.slice(0, -8)],
    ["another letter", (line: string) => `${line.slice(0, 40)}${line[40] === "A" ? "B" : "A"}${line.slice(41)}`],
    ["no base64", () => "%%%"],
    ["nothing", () => ""],
  ])("one that can't be read is counted, not passed over: %s", (_, spoil) => {
    const lines = receiptBlock(envelope("{}")).map((line, at) => (at === 3 ? spoil(line) : line));
    const found = receiptsIn(lines.join("\n"));
    expect(found.receipts.length + found.unreadable).toBe(1);
    if (found.receipts.length === 1) expect(found.receipts[0]).not.toEqual(envelope("{}"));
  });

  it("a text without one has none", () => {
    expect(receiptsIn("```\nfixgate-receipt\n```")).toEqual({ receipts: [], unreadable: 0 });
  });

  it("does not unpack what says that it would be huge", () => {
    const block = receiptBlock(envelope("{}")).join("\n");
    const packed = /fixgate-receipt\n([^`]*)/.exec(block)?.[1]?.replace(/\s/g, "") ?? "";
    const bytes = Buffer.from(packed, "base64");
    bytes.writeUInt32LE(0xfffffff0, bytes.length - 4);
    expect(receiptsIn(`\`\`\`fixgate-receipt\n${bytes.toString("base64")}\n\`\`\``)).toEqual({ receipts: [], unreadable: 1 });
  });
});
