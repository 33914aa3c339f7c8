/**
 * Where Firefox and WebKit lie on this machine. What is missing is installed from the system's packages where that may be
 * done without asking; else the run fails and says which one command helps. An engine is never left out without a word.
 */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installSystemPackages } from "../../src/cli/system-packages.ts";

const say = (line: string): void => {
  console.error(line);
};

export function ensureFirefox(): string {
  const named = process.env["FIXGATE_FIREFOX"];
  if (named !== undefined && named !== "") return named;
  return ensure("Firefox", ["firefox-esr"], () =>
    program(
      ["firefox-esr", "firefox"],
      ["/Applications/Firefox.app/Contents/MacOS/firefox", "C:\\Program Files\\Mozilla Firefox\\firefox.exe"],
    ),
  );
}

export interface InstalledWebKit {
  readonly driver: string;
  readonly browser: string;
  readonly xvfb: string;
}

export function ensureWebKit(): InstalledWebKit {
  return ensure("WebKitGTK with its driver and Xvfb", ["webkit2gtk-driver", "xvfb"], () => {
    const driver = program(["WebKitWebDriver"], []);
    const xvfb = program(["Xvfb"], []);
    const browser = ["/usr/lib", "/usr/libexec"]
      .flatMap((folder) => [folder, ...below(folder)])
      .flatMap((folder) => below(folder).filter((path) => /\/webkit2?gtk-[\d.]+$/.test(path)))
      .sort()
      .map((folder) => join(folder, "MiniBrowser"))
      .findLast((path) => existsSync(path));
    return driver === null || xvfb === null || browser === undefined ? null : { driver, xvfb, browser };
  });
}

function ensure<T>(what: string, packages: readonly string[], find: () => T | null): T {
  const found = find();
  if (found !== null) return found;
  installSystemPackages(packages, `${what} is missing on this machine`, say);
  const installed = find();
  if (installed !== null) return installed;
  throw new Error(`${what} is missing on this machine. Run: sudo apt-get install ${packages.join(" ")}`);
}

const below = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [join(folder, entry.name)] : []))
    : [];

function program(names: readonly string[], places: readonly string[]): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""), "/usr/bin"];
  return (
    [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places].find((path) => existsSync(path)) ?? null
  );
}
