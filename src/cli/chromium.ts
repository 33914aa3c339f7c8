/**
 * Finds a Chromium to drive: where the person says, in the usual places, in Playwright's cache; and where there is none,
 * installs the system's package if it may. It never downloads a browser by itself, and never goes on without one.
 */
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { err, ok, type Result } from "../core/result.ts";
import { installSystemPackages } from "./system-packages.ts";

export interface NoChromium {
  readonly kind: "no-chromium";
  readonly message: string;
  readonly advice: string;
}

const COMMANDS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];

const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((name) => {
    const folder = process.env[name];
    return folder === undefined
      ? []
      : [join(folder, "Google\\Chrome\\Application\\chrome.exe"), join(folder, "Microsoft\\Edge\\Application\\msedge.exe")];
  }),
};

/** What is looked at besides PATH and Playwright's cache, and how the system's package comes. */
export interface Machine {
  readonly places: readonly string[];
  readonly install: typeof installSystemPackages;
}

const THIS_MACHINE: Machine = {
  places: [...COMMANDS.map((name) => join("/usr/bin", name)), ...(PLACES[process.platform] ?? [])],
  install: installSystemPackages,
};

/** Says what it does through `say`, one line at a time. */
export function ensureChromium(say: (line: string) => void, machine: Machine = THIS_MACHINE): Result<string, NoChromium> {
  const named = process.env["FIXGATE_CHROMIUM"] ?? process.env["CHROME_PATH"];
  if (named !== undefined && named !== "") {
    if (existsSync(named)) return ok(named);
    return err({
      kind: "no-chromium",
      message: `FIXGATE_CHROMIUM or CHROME_PATH names ${named}, and there is no such file.`,
      advice: "Set it to the path of a Chromium or Chrome, or unset it to have one searched for.",
    });
  }
  const found = findChromium(machine.places);
  if (found !== null) return ok(found);
  if (machine.install(["chromium"], "there is no Chromium on this machine", say)) {
    const installed = findChromium(machine.places);
    if (installed !== null) return ok(installed);
  }
  return err({
    kind: "no-chromium",
    message: "No Chromium was found on this machine.",
    advice: "Run `npx playwright-core install --with-deps chromium`, or name one with FIXGATE_CHROMIUM=<path>.",
  });
}

function findChromium(places: readonly string[]): string | null {
  const candidates = [
    ...(process.env["PATH"] ?? "")
      .split(delimiter)
      .filter((folder) => folder !== "")
      .flatMap((folder) => COMMANDS.map((name) => join(folder, name))),
    ...places,
    ...playwrightBrowsers(),
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}

function playwrightBrowsers(): string[] {
  const folders = [
    process.env["PLAYWRIGHT_BROWSERS_PATH"],
    join(homedir(), ".cache/ms-playwright"),
    join(homedir(), "Library/Caches/ms-playwright"),
    join(homedir(), "AppData/Local/ms-playwright"),
  ].filter((folder): folder is string => folder !== undefined && existsSync(folder));
  const inside = [
    "chrome-linux/chrome",
    "chrome-linux64/chrome",
    "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
    "chrome-win/chrome.exe",
    "chrome-linux/headless_shell",
  ];
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.startsWith("chromium"))
      .sort()
      .reverse()
      .flatMap((name) => inside.map((path) => join(folder, name, path))),
  );
}

/** Headless, quiet, and with nothing that talks to anybody by itself. */
export function chromiumArguments(): string[] {
  const args = [
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-component-update",
    "--disable-sync",
    "--disable-domain-reliability",
    "--disable-dev-shm-usage",
  ];
  // Chromium's own sandbox can't be set up by root, which is what containers usually run as.
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return args;
}
