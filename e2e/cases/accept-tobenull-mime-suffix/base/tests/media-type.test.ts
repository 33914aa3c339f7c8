import { describe, expect, it } from "vitest";
import { accepts } from "../src/accepts";
import { parseMediaType } from "../src/media-type";

describe("media types", () => {
  it("reads type and subtype in lower case", () => {
    expect(parseMediaType("Text/HTML")).toMatchObject({ type: "text", subtype: "html" });
  });

  it("reads parameters", () => {
    expect(parseMediaType("text/plain; Charset=utf-8")?.parameters.get("charset")).toBe("utf-8");
  });

  it("refuses a word without a slash", () => {
    expect(parseMediaType("text")).toBeNull();
  });

  it("knows ranges", () => {
    expect(accepts("image/*", "image/png")).toBe(true);
    expect(accepts("image/*", "text/plain")).toBe(false);
    expect(accepts("*/*", "text/plain")).toBe(true);
  });
});
