import { describe, expect, it } from "vitest";
import { formatBytes } from "../src/format-bytes";
import { quotaLine } from "../src/quota";

describe("formatBytes", () => {
  it("picks the unit", () => {
    expect(formatBytes(0)).toBe("0 B");
    expect(formatBytes(1023)).toBe("1023 B");
    expect(formatBytes(1024)).toBe("1.0 KiB");
    expect(formatBytes(1536)).toBe("1.5 KiB");
    expect(formatBytes(5 * 1024 ** 3)).toBe("5.0 GiB");
  });

  it("stays with the largest", () => {
    expect(formatBytes(3000 * 1024 ** 3)).toBe("3000.0 GiB");
  });

  it("refuses what is no size", () => {
    expect(() => formatBytes(-1)).toThrow(RangeError);
    expect(() => formatBytes(Number.NaN)).toThrow(RangeError);
  });

  it("prints a quota", () => {
    expect(quotaLine(512, 2048)).toBe("512 B of 2.0 KiB (25 %)");
    expect(quotaLine(0, 0)).toBe("0 B of 0 B (100 %)");
  });
});
