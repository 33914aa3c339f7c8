/** Which Chromium is taken, and what is said where there is none. On folders made here: nothing of this machine is looked at or installed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ensureChromium, type Machine } from "./chromium.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fixgate-chromium-"));
  for (const name of ["FIXGATE_CHROMIUM", "CHROME_PATH", "PLAYWRIGHT_BROWSERS_PATH"]) vi.stubEnv(name, undefined);
  vi.stubEnv("HOME", folder);
  vi.stubEnv("PATH", join(folder, "bin"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function program(path: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
  return file;
}

let asked: string[];
/** A machine with nothing on it; `install` may put something there. */
const machine = (install: () => boolean = () => false): Machine => ({
  places: [join(folder, "usr/bin/chromium")],
  install: (packages) => {
    asked.push(...packages);
    return install();
  },
});
beforeEach(() => {
  asked = [];
});
const ensure = (install?: () => boolean) => ensureChromium(() => undefined, machine(install));

describe("ensureChromium", () => {
  it.each(["FIXGATE_CHROMIUM", "CHROME_PATH"])("takes what %s names, before what would be found", (name) => {
    program("bin/chromium");
    const named = program("own/chrome");
    vi.stubEnv(name, named);
    expect(ensure()).toEqual({ ok: true, value: named });
  });

  it("says that a named path is not there, and neither takes another one nor installs one", () => {
    program("bin/chromium");
    const gone = join(folder, "gone/chrome");
    vi.stubEnv("FIXGATE_CHROMIUM", gone);
    expect(ensure()).toEqual({
      ok: false,
      error: {
        kind: "no-chromium",
        message: `FIXGATE_CHROMIUM or CHROME_PATH names ${gone}, and there is no such file.`,
        advice: "Set it to the path of a Chromium or Chrome, or unset it to have one searched for.",
      },
    });
    expect(asked).toEqual([]);
  });

  it.each(["bin/google-chrome", "usr/bin/chromium", ".cache/ms-playwright/chromium-1234/chrome-linux/chrome"])(
    "finds %s, and installs nothing",
    (path) => {
      const there = program(path);
      expect(ensure()).toEqual({ ok: true, value: there });
      expect(asked).toEqual([]);
    },
  );

  it("takes the newest of Playwright's, from where it was told to keep them", () => {
    vi.stubEnv("PLAYWRIGHT_BROWSERS_PATH", join(folder, "browsers"));
    program("browsers/chromium-1100/chrome-linux/chrome");
    const newer = program("browsers/chromium-1200/chrome-linux/chrome");
    expect(ensure()).toEqual({ ok: true, value: newer });
  });

  it("installs the system's package where there is none", () => {
    expect(ensure(() => program("usr/bin/chromium") !== "")).toEqual({ ok: true, value: join(folder, "usr/bin/chromium") });
    expect(asked).toEqual(["chromium"]);
  });

  it.each([
    ["nothing may be installed", false],
    ["an installation brought none", true],
  ])("gives the one command where %s", (_, installs) => {
    expect(ensure(() => installs)).toEqual({
      ok: false,
      error: {
        kind: "no-chromium",
        message: "No Chromium was found on this machine.",
        advice: "Run `npx playwright-core install --with-deps chromium`, or name one with FIXGATE_CHROMIUM=<path>.",
      },
    });
  });
});
