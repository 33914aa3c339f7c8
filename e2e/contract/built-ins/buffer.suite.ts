import { Blob, Buffer, constants, File, isAscii, isUtf8, kMaxLength, transcode } from "node:buffer";
import { inspect } from "node:util";
import { expect, it } from "vitest";

it("encodings", () => {
  expect(Buffer.from("aGk=", "base64").toString("latin1")).toBe("hi");
  expect(Buffer.from("hi").toString("hex")).toBe("6869");
  expect(Buffer.from("ÿ", "latin1")[0]).toBe(255);
  expect(Buffer.from("a", "utf16le")).toHaveLength(2);
});

it("base64url", () => {
  const bytes = Buffer.from([0xfb, 0xff, 0xfe, 1]);
  expect(bytes.toString("base64url")).toBe("-__-AQ");
  expect(bytes.toString("base64")).toBe("+//+AQ==");
  expect(Buffer.from("-__-AQ", "base64url")).toEqual(bytes);
  expect(Buffer.byteLength("-__-AQ", "base64url")).toBe(4);
  expect(Buffer.isEncoding("base64url")).toBe(true);
  const target = Buffer.alloc(4);
  expect(target.write("-__-AQ", "base64url")).toBe(4);
  expect(target).toEqual(bytes);
  expect(Buffer.from("base64url").toString()).toBe("base64url");
  expect(Buffer.from("xbase64url").indexOf("base64url")).toBe(1);
});

it("numbers", () => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(5n);
  expect(bytes.readBigUInt64BE()).toBe(5n);
  bytes.writeDoubleLE(1.5);
  expect(bytes.readDoubleLE(0)).toBe(1.5);
  bytes.writeInt32BE(-2, 0);
  expect(bytes.readInt32BE(0)).toBe(-2);
  expect(() => bytes.readInt32BE(6)).toThrow(RangeError);
});

it("parts and wholes", () => {
  const bytes = Buffer.from("abc");
  bytes.subarray(1)[0] = 120;
  expect(bytes.toString()).toBe("axc");
  expect([bytes.indexOf("c"), bytes.includes("x"), bytes.equals(Buffer.from("axc"))]).toEqual([2, true, true]);
  expect(Buffer.compare(Buffer.from("a"), Buffer.from("b"))).toBe(-1);
  expect(Buffer.concat([Buffer.from("a"), Buffer.from("b")]).toString()).toBe("ab");
  expect(Buffer.from([1, 2]).swap16()).toEqual(Buffer.from([2, 1]));
  expect(Buffer.alloc(4, "ab").toString()).toBe("abab");
  expect(Buffer.byteLength("é")).toBe(2);
});

it("how it is shown", () => {
  expect(JSON.stringify(Buffer.from("a"))).toBe('{"type":"Buffer","data":[97]}');
  expect(inspect(Buffer.from("ab"))).toBe("<Buffer 61 62>");
});

it("what is UTF-8, what is ASCII", () => {
  expect([isUtf8(Buffer.from("é")), isUtf8(Buffer.from([0xff])), isUtf8(new ArrayBuffer(2))]).toEqual([true, false, true]);
  expect([isAscii(Buffer.from("a")), isAscii(Buffer.from("é"))]).toEqual([true, false]);
  expect(() => isUtf8("a" as never)).toThrow(TypeError);
});

it("transcode", () => {
  expect(transcode(Buffer.from("€"), "utf8", "ascii").toString()).toBe("?");
  expect(transcode(Buffer.from("é"), "utf8", "latin1")).toEqual(Buffer.from([0xe9]));
  expect(transcode(Buffer.from("é"), "utf8", "ucs2")).toEqual(Buffer.from([0xe9, 0]));
  expect(transcode(Buffer.from([0xe9]), "latin1", "utf8").toString()).toBe("é");
  expect(() => transcode(Buffer.from("a"), "utf8", "hex" as never)).toThrow("Unable to transcode");
});

it("blobs, files, limits", async () => {
  expect(await new Blob(["ab"]).text()).toBe("ab");
  const file = new File(["abc"], "n.txt", { type: "text/plain", lastModified: 5 });
  expect([file.name, file.size, file.type, file.lastModified, await file.text()]).toEqual(["n.txt", 3, "text/plain", 5, "abc"]);
  expect([kMaxLength, constants.MAX_LENGTH]).toEqual([2 ** 32, 2 ** 32]);
  expect(constants.MAX_STRING_LENGTH).toBe(2 ** 29 - 24);
});
