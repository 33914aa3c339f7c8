/** A work folder on this machine: files of a snapshot, node_modules as links, processes in groups of their own. */
import { spawn } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import type { SnapshotFiles } from "../../../core/snapshot/index.ts";
import { parseFields } from "../process/check-programs.ts";
import type { RunningProcess, WorkFolder } from "../process/process-host.ts";

/** What a child process sees of the environment: enough to run, nothing of the person's. */
function environment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: [path.dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(path.delimiter),
    HOME: home,
    TMPDIR: home,
    LANG: "C.UTF-8",
    TZ: process.env["TZ"] ?? "UTC",
  };
}

/**
 * node_modules is a real folder of links, one for each package: caches that a run writes beside the packages stay in
 * its own folder.
 */
async function linkModules(target: string, modules: string): Promise<void> {
  await fs.mkdir(target, { recursive: true });
  for (const entry of await fs.readdir(modules, { withFileTypes: true })) {
    const { name } = entry;
    if (name.startsWith(".") && name !== ".bin") continue;
    if (entry.isSymbolicLink() && (await isOutside(path.join(modules, name)))) continue;
    if (name.startsWith("@")) await linkModules(path.join(target, name), path.join(modules, name));
    else await fs.symlink(path.join(modules, name), path.join(target, name)).catch(ignoreExisting);
  }
}
/**
 * A link to a package of the repository itself: what it leads to is somebody's working copy, or a bare manifest, and not the
 * snapshot that is to be judged. The snapshot's own packages are linked afterwards.
 */
async function isOutside(link: string): Promise<boolean> {
  const real = await fs.realpath(link).catch(() => null);
  return real?.split(path.sep).includes("node_modules") !== true;
}
function ignoreExisting(reason: unknown): void {
  if ((reason as NodeJS.ErrnoException).code !== "EEXIST") throw reason;
}

/** Packages of a monorepo, and node_modules folders of their own beside the root's. */
async function linkNested(root: string, store: string, files: SnapshotFiles): Promise<void> {
  for (const { path: manifest } of files.entries) {
    if (!manifest.endsWith("/package.json") || manifest.includes("node_modules/")) continue;
    const folder = manifest.slice(0, -"/package.json".length);
    const nested = path.join(store, folder, "node_modules");
    if (await fs.stat(nested).catch(() => null)) await linkModules(path.join(root, folder, "node_modules"), nested);
    const { name } = parseFields(await fs.readFile(path.join(root, manifest), "utf8").catch(() => null));
    if (typeof name !== "string" || !/^(@[\w.-]+\/)?[\w.-]+$/.test(name)) continue;
    const link = path.join(root, "node_modules", name);
    await fs.mkdir(path.dirname(link), { recursive: true });
    await fs.symlink(path.join(root, folder), link).catch(ignoreExisting);
  }
}

async function writeFiles(root: string, { entries, blobs }: SnapshotFiles): Promise<void> {
  const folders = new Set<string>();
  for (const entry of entries) {
    const target = path.join(root, entry.path);
    const bytes = blobs.get(entry.oid);
    if (bytes === undefined) throw new Error(`the snapshot lacks the bytes of ${entry.path}`);
    const folder = path.dirname(target);
    if (!folders.has(folder)) {
      await fs.mkdir(folder, { recursive: true });
      folders.add(folder);
    }
    if (entry.mode === "120000") await fs.symlink(Buffer.from(bytes).toString(), target);
    else await fs.writeFile(target, bytes, { mode: entry.mode === "100755" ? 0o755 : 0o644 });
  }
}

function startProcess(
  root: string,
  home: string,
  command: Parameters<WorkFolder["spawn"]>[0],
  onExit: (running: RunningProcess) => void,
): RunningProcess {
  const child = spawn(process.execPath, [...command.args], {
    cwd: path.join(root, command.cwd),
    env: { ...environment(home), ...command.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // A group of its own, so that workers go with it.
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      command.onOutput(text);
    });
  }
  const running: RunningProcess = {
    exit: new Promise((resolve, reject) => {
      child.on("error", reject);
      // Workers that outlive it would hold its pipes open, and "close" would never come.
      child.on("exit", () =>
        setTimeout(() => {
          running.kill();
        }, 500),
      );
      child.on("close", (code) => {
        resolve(code);
      });
    }),
    kill() {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group is gone already.
      }
    },
  };
  running.exit.then(
    () => {
      // What it left running in the background ends with it.
      running.kill();
      onExit(running);
    },
    () => {
      onExit(running);
    },
  );
  return running;
}

export async function nodeFolder(base: string, files: SnapshotFiles, modules: string): Promise<WorkFolder> {
  const home = await fs.mkdtemp(path.join(base, "run-"));
  const root = path.join(home, "repo");
  await fs.mkdir(root);
  await writeFiles(root, files);
  await linkModules(path.join(root, "node_modules"), modules);
  await linkNested(root, path.dirname(modules), files);
  const running = new Set<RunningProcess>();
  return {
    root,
    read: (name) => fs.readFile(path.join(root, name), "utf8").catch(() => null),
    exists: async (name) => (await fs.stat(path.join(root, name)).catch(() => null)) !== null,
    async write(name, text) {
      await fs.mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await fs.writeFile(path.join(root, name), text);
    },
    spawn(command) {
      const started = startProcess(root, home, command, (ended) => running.delete(ended));
      running.add(started);
      return Promise.resolve(started);
    },
    async dispose() {
      for (const process of running) process.kill();
      await fs.rm(home, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
    },
  };
}
