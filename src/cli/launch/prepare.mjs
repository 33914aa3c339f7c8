/**
 * What every command needs before it can start: the installed packages and a build of the sources as they are now. Plain
 * JavaScript without dependencies, since it runs in a fresh clone. Prevents the two lies of such scripts: working with a
 * build of other sources, and working with packages of another lockfile.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const CACHE = join(ROOT, ".cache");
const STAMP = join(CACHE, "build.stamp");
const LOCK = join(CACHE, "build.lock");
const NPM = process.platform === "win32" ? "npm.cmd" : "npm";

export function say(text) {
  process.stderr.write(`fixgate: ${text}\n`);
}

/** Runs a command with this terminal; resolves to its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: "inherit", ...options });
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
  });
}

export const runNode = (args, options) => run(process.execPath, args, options);

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  say(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`);
  process.exit(1);
}

/** Names what package-lock.json asks for and node_modules does not have; null when everything is there. */
export function missingPackage(root = ROOT) {
  const hidden = join(root, "node_modules/.package-lock.json");
  if (!existsSync(hidden)) return "node_modules";
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const installed = JSON.parse(readFileSync(hidden, "utf8")).packages;
  for (const [location, entry] of Object.entries(wanted)) {
    if (location === "" || entry.optional || entry.devOptional || entry.peer) continue;
    if (installed[location]?.version !== entry.version || !existsSync(join(root, location))) return `${location} ${entry.version}`;
  }
  return null;
}

export async function ensureInstalled() {
  checkNode();
  const missing = missingPackage();
  if (missing === null) return;
  say(`${missing} is not installed: running npm ci`);
  const code = await run(NPM, ["ci", "--no-audit", "--no-fund"], { shell: process.platform === "win32" });
  if (code !== 0) {
    say("npm ci failed; its message is above.");
    process.exit(code);
  }
}

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const at = relative(ROOT, path).replaceAll("\\", "/");
      if (at !== "public/engine" && at !== "public/packs" && entry.name !== "node_modules") yield* sourceFiles(path);
    } else if (!/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

function sourceStamp() {
  const hash = createHash("sha256");
  hash.update(`${process.env.npm_config_registry ?? ""}\0`);
  const single = ["index.html", "vite.config.ts", "tsconfig.json", "package.json", "package-lock.json"].map((name) =>
    join(ROOT, name),
  );
  const folders = ["src", "workers", "public"].map((name) => join(ROOT, name)).filter((path) => existsSync(path));
  for (const path of [...single.filter((file) => existsSync(file)), ...folders.flatMap((folder) => [...sourceFiles(folder)])])
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update("\0");
  return hash.digest("hex");
}

/** One build at a time; a lock whose process is gone is taken over. */
async function withBuildLock(work) {
  mkdirSync(CACHE, { recursive: true });
  for (let told = false; ;) {
    try {
      mkdirSync(LOCK);
      writeFileSync(join(LOCK, "pid"), String(process.pid));
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      let alive = true;
      try {
        process.kill(Number(readFileSync(join(LOCK, "pid"), "utf8")), 0);
      } catch (gone) {
        alive = gone.code === "EPERM";
      }
      if (!alive) rmSync(LOCK, { recursive: true, force: true });
      else {
        if (!told) say("another build is running: waiting for it");
        told = true;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  }
  try {
    return await work();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

/** Builds what has changed since the last time, or nothing. Ends the process where a step fails. */
export async function ensureBuilt() {
  await withBuildLock(async () => {
    const stamp = sourceStamp();
    const outputs = ["dist/index.html", "dist-cli/fixgate.mjs", "public/packs/demos.json"];
    if (outputs.every((path) => existsSync(join(ROOT, path))) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp) return;
    const started = Date.now();
    say("building the app (it has changed, or was never built)");
    rmSync(STAMP, { force: true });
    const steps = readdirSync(join(ROOT, "workers/build"))
      .filter((name) => name.endsWith(".mjs"))
      .sort();
    for (const step of steps) await must([join("workers/build", step)]);
    rmSync(join(ROOT, "dist.next"), { recursive: true, force: true });
    const vite = ["node_modules/vite/bin/vite.js", "build", "--outDir", "dist.next", "--emptyOutDir", "--logLevel", "warn"];
    // Said here, since a test that builds first has another one: it would leave a development build behind.
    await must(vite, { env: { ...process.env, NODE_ENV: "production", VITE_REGISTRY: npmRegistry() } });
    await must([join("src/cli/launch", "bundle-cli.mjs")]);
    // Swapped in whole, so that a server that is running never serves half of a build.
    rmSync(join(ROOT, "dist"), { recursive: true, force: true });
    renameSync(join(ROOT, "dist.next"), join(ROOT, "dist"));
    writeFileSync(STAMP, stamp);
    say(`built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  });
}

/** Where a lockfile doesn't say where its packages come from, the app asks the registry that npm is set to here. */
function npmRegistry() {
  const asked = spawnSync(NPM, ["config", "get", "registry"], { cwd: ROOT, encoding: "utf8", shell: process.platform === "win32" });
  const address = (asked.stdout ?? "").trim();
  return asked.status === 0 && /^https?:/.test(address) ? address : "";
}

async function must(args, options) {
  const code = await runNode(args, options);
  if (code === 0) return;
  say(`the build stopped: ${args[0]} ended with exit code ${code}`);
  rmSync(LOCK, { recursive: true, force: true });
  process.exit(code);
}
