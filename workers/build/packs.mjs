/**
 * Packs what the demos need so that they run offline: each demo repository, its scripted replies, and the closure of its
 * dependencies out of this project's own node_modules, as the lockfile names it. A dependency that the lockfile lacks ends
 * the build: a demo with half of its dependencies would look like a broken sandbox.
 */
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Executed as ours in the embedded sandbox: of these (and of what only they need) a pack carries the types alone. */
const REPLACED = /^(vitest|@vitest\/.+|vite|@vitejs\/.+|rolldown|esbuild|typescript|happy-dom|jsdom)$/;

async function loadFormat() {
  const bundle = await build({
    entryPoints: [join(ROOT, "workers/dependencies/for-build.ts")],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    logLevel: "silent",
  });
  return import(`data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString("base64")}`);
}

const byCodeUnit = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function walk(folder, prefix = "") {
  const found = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = prefix + entry.name;
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules" && entry.name !== ".git") found.push(...walk(join(folder, entry.name), `${path}/`));
    } else found.push(path);
  }
  return found.sort(byCodeUnit);
}

/** Node's own search: beside the package that asks, then upwards. */
function locate(lock, from, name) {
  for (let at = from; ;) {
    const location = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (lock.packages[location] !== undefined) return location;
    if (at === "") return null;
    const parent = at.lastIndexOf("/node_modules/");
    at = parent < 0 ? "" : at.slice(0, parent);
  }
}

/** Locations with how much of each is kept, and what was left out with the reason. */
function closure(lock, names, label) {
  const kept = new Map();
  const leftOut = new Map();
  const visit = (from, name, keep, optional) => {
    const location = locate(lock, from, name);
    if (location === null) {
      if (optional) return;
      throw new Error(`${label}: ${name} (needed by ${from || label}) is not in package-lock.json`);
    }
    const entry = lock.packages[location];
    if (entry.os ?? entry.cpu ?? entry.libc) {
      // What only a replaced package would load natively goes without a word: the replacement has been named.
      if (keep === "all")
        leftOut.set(
          name,
          `built for ${[entry.os, entry.cpu, entry.libc].flat().filter(Boolean).join(" ")} only; a browser runs no native code`,
        );
      return;
    }
    if (!existsSync(join(ROOT, location, "package.json"))) {
      if (!optional) throw new Error(`${label}: ${location} is in package-lock.json, but not installed: run npm ci`);
      leftOut.set(name, "optional, and not installed where this was built");
      return;
    }
    const mode = keep === "types" || REPLACED.test(name) ? "types" : "all";
    const before = kept.get(location);
    if (before === "all" || before === mode) return;
    kept.set(location, mode);
    for (const dependency of Object.keys(entry.dependencies ?? {})) visit(location, dependency, mode, false);
    for (const dependency of Object.keys(entry.optionalDependencies ?? {})) visit(location, dependency, mode, true);
    for (const dependency of Object.keys(entry.peerDependencies ?? {}))
      if (entry.peerDependenciesMeta?.[dependency]?.optional !== true) visit(location, dependency, mode, true);
  };
  for (const name of names) visit("", name, "all", false);
  for (const [location, mode] of kept)
    if (mode === "types" && REPLACED.test(nameOf(location)))
      leftOut.set(nameOf(location), "the sandbox's own runs in its place; its types, and those of what only it needs, are here");
  return { kept, leftOut };
}

const nameOf = (location) => location.slice(location.lastIndexOf("node_modules/") + "node_modules/".length);

/**
 * Writes the closure of `names` as a pack.
 * @returns {Promise<{ packages: number; files: number; bytes: number }>}
 */
export async function packDependencies({ names, label, out }) {
  const { digestOfPackages, isKept, packParts } = await loadFormat();
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const { kept, leftOut } = closure(lock, names, label);
  const packages = [];
  const scriptsNotRun = [];
  const files = [];
  for (const [location, mode] of kept) {
    const entry = lock.packages[location];
    packages.push({ name: nameOf(location), version: entry.version, location, integrity: entry.integrity ?? null });
    if (entry.hasInstallScript === true) scriptsNotRun.push(nameOf(location));
    for (const path of walk(join(ROOT, location))) if (isKept(path, mode)) files.push(`${location}/${path}`);
  }
  packages.sort((a, b) => byCodeUnit(a.location, b.location));
  files.sort(byCodeUnit);
  let offset = 0;
  const bodies = [];
  const index = files.map((path) => {
    const bytes = readFileSync(join(ROOT, path));
    const row = [path, offset, bytes.length];
    offset += bytes.length;
    bodies.push(bytes);
    return row;
  });
  const header = {
    digest: digestOfPackages(packages),
    packages,
    leftOut: [...leftOut].map(([name, reason]) => ({ name, reason })).sort((a, b) => byCodeUnit(a.name, b.name)),
    scriptsNotRun: [...new Set(scriptsNotRun)].sort(byCodeUnit),
    links: [],
    source: { kind: "archive", name: `${label}, packed from this project's lockfile` },
    index,
  };
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, Buffer.concat(packParts(header, bodies)));
  return { packages: packages.length, files: files.length, bytes: offset };
}

async function packRepository(folder, out) {
  const { packParts } = await loadFormat();
  let offset = 0;
  const bodies = [];
  const index = walk(folder).map((path) => {
    const stat = lstatSync(join(folder, path));
    const bytes = stat.isSymbolicLink() ? readlinkSync(join(folder, path), "buffer") : readFileSync(join(folder, path));
    const mode = stat.isSymbolicLink() ? "120000" : stat.mode & 0o100 ? "100755" : "100644";
    const row = [path, offset, bytes.length, mode];
    offset += bytes.length;
    bodies.push(bytes);
    return row;
  });
  writeFileSync(out, Buffer.concat(packParts({ index }, bodies)));
  return { files: index.length, bytes: offset };
}

/** { "<ticket-id>": { "fixer-1": "…" } }, as in a script file. */
function collectReplies(folder) {
  const replies = {};
  if (!existsSync(folder)) return replies;
  for (const path of walk(folder)) {
    const match = /^([^/]+)\/((?:fixer|test-writer|reviewer)-\d+(?:r\d+)?)\.md$/.exec(path);
    if (match === null) throw new Error(`${join(folder, path)}: a reply is named <ticket-id>/<role>-<attempt>[r<retry>].md`);
    (replies[match[1]] ??= {})[match[2]] = readFileSync(join(folder, path), "utf8");
  }
  return replies;
}

export async function buildPacks(log = console.log) {
  const demosFolder = join(ROOT, "public/demos");
  const out = join(ROOT, "public/packs");
  mkdirSync(out, { recursive: true });
  const demos = [];
  const names = existsSync(demosFolder) ? readdirSync(demosFolder).sort(byCodeUnit) : [];
  for (const name of names) {
    const folder = join(demosFolder, name);
    if (!existsSync(join(folder, "demo.json")) || !existsSync(join(folder, "repo/package.json"))) {
      log(`packs: ${name} has no demo.json or no repo/package.json yet: left out`);
      continue;
    }
    const { title, description, expected = {} } = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8"));
    const manifest = JSON.parse(readFileSync(join(folder, "repo/package.json"), "utf8"));
    const wanted = [...new Set([...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {})])];
    const repo = await packRepository(join(folder, "repo"), join(out, `${name}.repo.pack`));
    const deps = await packDependencies({ names: wanted, label: name, out: join(out, `${name}.deps.pack`) });
    writeFileSync(join(out, `${name}.replies.json`), JSON.stringify(collectReplies(join(folder, "replies"))));
    const ticketsFolder = join(folder, "repo/tickets");
    const tickets = existsSync(ticketsFolder) ? readdirSync(ticketsFolder).filter((file) => file.endsWith(".md")).length : 0;
    demos.push({ name, title, description, tickets, expected });
    log(
      `packs: ${name}: ${repo.files} files; ${deps.packages} packages, ${deps.files} files, ${(deps.bytes / 1e6).toFixed(1)} MB of dependencies`,
    );
  }
  writeFileSync(join(out, "demos.json"), JSON.stringify(demos));
  return demos;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await buildPacks();
