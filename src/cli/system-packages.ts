/** Installs packages of the system where that may be done without asking. Says what it does: nobody's machine changes without a word. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** False where this machine has no apt-get, or where it may not be used without a password. */
export function installSystemPackages(packages: readonly string[], why: string, say: (line: string) => void): boolean {
  const installer = systemInstaller();
  if (installer === null) return false;
  say(`${why}: installing the system's package${packages.length === 1 ? "" : "s"} (apt-get install ${packages.join(" ")})`);
  for (const args of [
    ["update", "-q"],
    ["install", "-q", "-y", "--no-install-recommends", ...packages],
  ]) {
    const [command = "apt-get", ...rest] = [...installer, ...args];
    const done = spawnSync(command, rest, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (done.status !== 0) say(`${[command, ...rest].join(" ")} ended with exit code ${String(done.status)}`);
  }
  return true;
}

/** The command that may install packages here without asking, or null. */
function systemInstaller(): readonly string[] | null {
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get")) return null;
  if (process.getuid?.() === 0) return ["apt-get"];
  const sudo = spawnSync("sudo", ["-n", "true"], { stdio: "ignore" });
  return sudo.status === 0 ? ["sudo", "-n", "apt-get"] : null;
}
