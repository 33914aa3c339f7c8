/**
 * A copy of a repository to work on: mutants are written into it, so that a bench that is killed leaves nothing behind in
 * the person's folder. Files are hard links and are replaced, never written into; node_modules comes along as it stands.
 */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** Beside the folder first: hard links cost nothing and keep relative links between packages alive. */
export function workingCopy(folder, temporary) {
  const beside = path.join(path.dirname(folder), `.parity-${String(process.pid)}`, path.basename(folder));
  const elsewhere = path.join(temporary, path.basename(folder));
  for (const [target, flags] of [
    [beside, "-al"],
    [elsewhere, "-a"],
  ]) {
    try {
      fs.mkdirSync(path.dirname(target), { recursive: true });
      execFileSync("cp", [flags, folder, target], { stdio: "pipe" });
      return { folder: fs.realpathSync(target), remove: () => fs.rmSync(path.dirname(target), { recursive: true, force: true }) };
    } catch {
      fs.rmSync(path.dirname(target), { recursive: true, force: true });
    }
  }
  throw new Error("no working copy could be made of it");
}

/** What a bench that was killed left beside the repositories. */
export function removeStaleCopies(repositories) {
  for (const entry of fs.readdirSync(repositories)) {
    const owner = /^\.parity-(\d+)$/.exec(entry)?.[1];
    if (owner === undefined) continue;
    try {
      process.kill(Number(owner), 0);
    } catch {
      fs.rmSync(path.join(repositories, entry), { recursive: true, force: true });
    }
  }
}

export function replaceFile(file, content) {
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, content);
}

/** Null, or why it could not be installed. Scripts of packages never run. */
export function installPackages(folder) {
  const has = (name) => fs.existsSync(path.join(folder, name));
  // A store of links can't be packed as a tree of files: installed anew, in this copy, as folders.
  if (has("node_modules/.pnpm")) fs.rmSync(path.join(folder, "node_modules"), { recursive: true, force: true });
  if (has("node_modules")) return null;
  const declared = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).packageManager ?? "";
  const [manager, version] = declared.split("+")[0].split("@");
  const own = (name, otherwise) => (manager === name && version !== undefined ? version : otherwise);
  const pnpm = `pnpm@${/^(9|10)\./.test(own("pnpm", "")) ? version : "9"}`;
  const yarn = own("yarn", "1").startsWith("1") ? "yarn@1" : `@yarnpkg/cli-dist@${version}`;
  // The managers themselves are run from elsewhere: npm reads the workspaces of the folder that it stands in, and may refuse them.
  const run = (pack, ...args) => ["npx", ["-y", "-p", pack, "-c", args.join(" ")], path.dirname(folder)];
  const quoted = JSON.stringify(folder);
  const npm = [
    ["npm", ["ci", "--ignore-scripts"], folder],
    ["npm", ["install", "--ignore-scripts", "--legacy-peer-deps", "--no-package-lock"], folder],
  ];
  const ways = has("pnpm-lock.yaml")
    ? [
        run(pnpm, "pnpm", "--dir", quoted, "install", "--ignore-scripts", "--frozen-lockfile", "--config.node-linker=hoisted"),
        ...npm,
      ]
    : has("yarn.lock")
      ? [
          yarn === "yarn@1"
            ? run(yarn, "yarn", "--cwd", quoted, "install", "--ignore-scripts")
            : run(yarn, "yarn", "--cwd", quoted, "install", "--mode=skip-build"),
          ...npm,
        ]
      : npm;
  let last = "";
  for (const [command, args, cwd] of ways) {
    const done = spawnSync(command, args, {
      cwd,
      encoding: "utf8",
      timeout: 300_000,
      env: { ...process.env, YARN_NODE_LINKER: "node-modules", YARN_ENABLE_IMMUTABLE_INSTALLS: "false", CI: "true" },
    });
    if (done.status === 0 && has("node_modules")) return null;
    last = (done.stderr || done.stdout || "").trim().split("\n").at(-1)?.slice(0, 200) ?? "";
    fs.rmSync(path.join(folder, "node_modules"), { recursive: true, force: true });
  }
  return `its packages could not be installed (${last})`;
}
