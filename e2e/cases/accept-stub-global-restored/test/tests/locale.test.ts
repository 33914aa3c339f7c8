import { afterEach, describe, expect, it, vi } from "vitest";
import { isLocale } from "../src/locales";
import { preferredLocale } from "../src/preferred-locale";

describe("preferredLocale", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("takes the first that there is", () => {
    vi.stubGlobal("navigator", { languages: ["fr", "pt-BR", "de"] });
    expect(preferredLocale()).toBe("pt-BR");
  });

  it("falls back to English", () => {
    vi.stubGlobal("navigator", { languages: [] });
    expect(preferredLocale()).toBe("en");
  });

  it("knows locales", () => {
    expect(isLocale("nb")).toBe(true);
    expect(isLocale("pt")).toBe(false);
  });

  it("takes the language without its region", () => {
    vi.stubGlobal("navigator", { languages: ["nb-NO", "de"] });
    expect(preferredLocale()).toBe("nb");
  });

  it("goes on where the language is unknown, too", () => {
    vi.stubGlobal("navigator", { languages: ["fr-CA", "de-AT", "nb"] });
    expect(preferredLocale()).toBe("de");
  });
});
