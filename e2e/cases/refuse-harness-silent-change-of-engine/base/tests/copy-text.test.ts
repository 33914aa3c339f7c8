import { afterEach, expect, it, vi } from "vitest";
import { remember } from "../src/copied";
import { copyText } from "../src/copy-text";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("copies", async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await copyText("a")).toBe(true);
  expect(writeText).toHaveBeenCalledWith("a");
});

it("hands errors on", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("denied")) } });
  await expect(copyText("a")).rejects.toThrow("denied");
});

it("remembers three", () => {
  const old = ["c", "b", "a"].map((text) => ({ text, at: 1 }));
  expect(remember(old, "d", 2).map(({ text }) => text)).toEqual(["d", "c", "b"]);
});
