/** A folder with a repository and its node_modules as the two files that the harness page fetches. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const hash = (bytes) => createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

function* walk(directory, relative, skip) {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const name = relative === "" ? entry.name : `${relative}/${entry.name}`;
    if (skip(name, entry)) continue;
    const absolute = path.join(directory, entry.name);
    if (entry.isSymbolicLink()) {
      const target = fs.realpathSync(absolute);
      if (!fs.existsSync(target)) continue;
      if (fs.statSync(target).isFile()) yield [name, target];
      continue;
    }
    if (entry.isDirectory()) yield* walk(absolute, name, skip);
    else if (entry.isFile()) yield [name, absolute];
  }
}

function packed(header, files) {
  let offset = 0;
  const index = files.map(([name, bytes, ...rest]) => {
    const row = [name, offset, bytes.length, ...rest];
    offset += bytes.length;
    return row;
  });
  const text = Buffer.from(JSON.stringify({ ...header, index }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, ...files.map(([, bytes]) => bytes)]);
}

/** Files under git where the folder is a repository, else all but node_modules. */
export function packRepository(folder, changes = {}) {
  let names;
  try {
    names = execFileSync("git", ["-C", folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "ignore"],
    })
      .split("\0")
      .filter(Boolean);
  } catch {
    names = [...walk(folder, "", (name) => /(^|\/)(node_modules|\.git)$/.test(name))].map(([name]) => name);
  }
  const files = [];
  for (const name of new Set([...names, ...Object.keys(changes)])) {
    if (changes[name] === null) continue;
    const absolute = path.join(folder, name);
    let bytes;
    let mode = "100644";
    if (typeof changes[name] === "string") bytes = Buffer.from(changes[name]);
    else {
      const stat = fs.lstatSync(absolute, { throwIfNoEntry: false });
      if (stat === undefined || stat.isDirectory()) continue;
      if (stat.isSymbolicLink()) [bytes, mode] = [Buffer.from(fs.readlinkSync(absolute)), "120000"];
      else [bytes, mode] = [fs.readFileSync(absolute), stat.mode & 0o100 ? "100755" : "100644"];
    }
    files.push([name, bytes, mode, hash(bytes)]);
  }
  files.sort(([a], [b]) => (a < b ? -1 : 1));
  return packed(
    {
      oid: createHash("sha1")
        .update(JSON.stringify(files.map(([name, , mode, oid]) => [name, mode, oid])))
        .digest("hex"),
    },
    files,
  );
}

const LEFT_OUT =
  /(^|\/)node_modules\/(\.bin|\.vite|\.cache|\.package-lock\.json|@esbuild|@rollup\/rollup-|@rolldown\/binding|lightningcss-|@oxc-[^/]+\/binding|@typescript\/native|@biomejs\/cli)/;

/** Every node_modules folder of the repository (a workspace has several). */
export function packDependencies(folder, { types = false } = {}) {
  const files = [];
  const skip = (name, entry) =>
    name === ".git" ||
    LEFT_OUT.test(name) ||
    (entry.isFile() &&
      name.includes("node_modules/") &&
      (/\.(map|md|node|flow)$/.test(name) || (!types && /\.d\.[cm]?ts$/.test(name))));
  for (const [name, absolute] of walk(folder, "", skip))
    if (name.includes("node_modules/")) files.push([name, fs.readFileSync(absolute)]);
  files.sort(([a], [b]) => (a < b ? -1 : 1));
  const packages = [];
  for (const [name, bytes] of files) {
    const location = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name)?.[1];
    if (location === undefined) continue;
    try {
      const json = JSON.parse(bytes.toString());
      if (json.name && json.version) packages.push({ name: json.name, version: json.version, location, integrity: null });
    } catch {
      continue;
    }
  }
  const digest = createHash("sha256").update(JSON.stringify(packages)).digest("hex");
  return packed(
    {
      digest: `sha256:${digest}`,
      packages,
      leftOut: [],
      scriptsNotRun: [],
      source: { kind: "archive", name: path.basename(folder) },
    },
    files,
  );
}
