/** A work folder inside the container: mounted from the tree, node_modules as a link to what was installed once. */
import type { FileSystemTree, WebContainer } from "@webcontainer/api";
import type { SnapshotFiles } from "../../../core/snapshot/index.ts";
import type { RunningProcess, WorkFolder } from "../process/process-host.ts";

const decoder = new TextDecoder();

export function treeOf({ entries, blobs }: SnapshotFiles): FileSystemTree {
  const root: FileSystemTree = {};
  for (const entry of entries) {
    const bytes = blobs.get(entry.oid);
    if (bytes === undefined) throw new Error(`the snapshot lacks the bytes of ${entry.path}`);
    const segments = entry.path.split("/");
    const name = segments.pop() ?? entry.path;
    let folder = root;
    for (const segment of segments) {
      const known = folder[segment];
      const node = known !== undefined && "directory" in known ? known : { directory: {} };
      folder[segment] = node;
      folder = node.directory;
    }
    folder[name] = entry.mode === "120000" ? { file: { symlink: decoder.decode(bytes) } } : { file: { contents: bytes } };
  }
  return root;
}

export async function startIn(
  container: WebContainer,
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly onOutput: (text: string) => void },
): Promise<RunningProcess> {
  const process = await container.spawn(program, [...args], { cwd: options.cwd, env: { ...options.env } });
  let ended = false;
  const pump = process.output.pipeTo(
    new WritableStream({
      write(text) {
        options.onOutput(text);
      },
    }),
  );
  const exit = process.exit.then(async (code) => {
    ended = true;
    // The last output may still be on its way, and a host that lost the process never closes the stream.
    await Promise.race([pump.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 1000))]);
    return code;
  });
  return {
    exit,
    kill() {
      if (!ended) process.kill();
    },
  };
}

export async function containerFolder(
  container: WebContainer,
  name: string,
  installed: string,
  files: SnapshotFiles,
): Promise<WorkFolder> {
  await container.fs.mkdir(name, { recursive: true });
  const tree = treeOf(files);
  await container.mount({ ...tree, node_modules: { file: { symlink: `../${installed}/node_modules` } } }, { mountPoint: name });
  const running = new Set<RunningProcess>();
  const at = (path: string): string => (path === "" ? name : `${name}/${path}`);
  return {
    root: `${container.workdir}/${name}`,
    read: (path) => container.fs.readFile(at(path), "utf-8").catch(() => null),
    async exists(path) {
      const full = at(path);
      const slash = full.lastIndexOf("/");
      const names = await container.fs.readdir(full.slice(0, slash)).catch((): string[] => []);
      return names.includes(full.slice(slash + 1));
    },
    async write(path, text) {
      const full = at(path);
      await container.fs.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
      await container.fs.writeFile(full, text);
    },
    async spawn(command) {
      const started = await startIn(container, command.program, command.args, {
        cwd: at(command.cwd),
        env: command.env,
        onOutput: command.onOutput,
      });
      running.add(started);
      void started.exit.then(
        () => running.delete(started),
        () => running.delete(started),
      );
      return started;
    },
    async dispose() {
      for (const process of running) process.kill();
      await container.fs.rm(name, { recursive: true, force: true });
    },
  };
}
