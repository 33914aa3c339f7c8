/**
 * The Node sandbox: child processes in temporary folders. It serves the command line and is the oracle that the
 * embedded sandbox is compared with. Not a security boundary: the repository's code runs as the person who started it.
 */
import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Sandbox } from "../../../app/ports/index.ts";
import { ok } from "../../../core/result.ts";
import { createProcessSandbox } from "../process/index.ts";
import type { OwnTool, ProcessHost } from "../process/process-host.ts";
import { DependencyStore } from "./dependency-store.ts";
import { nodeFolder } from "./node-folder.ts";

export interface NodeSandboxOptions {
  /** Where the temporary folders are made; the system's by default. */
  readonly tempRoot?: string;
  /** An existing node_modules to use instead of the dependencies' files. */
  readonly nodeModules?: string;
}

/** Folder of a package of this project's own; null where it isn't installed, as beside the published command. */
function ownPackage(name: OwnTool): string | null {
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch {
    return null;
  }
  for (let folder = path.dirname(entry); ; folder = path.dirname(folder)) {
    if (path.basename(folder) === name && path.basename(path.dirname(folder)) === "node_modules") return folder;
    if (folder === path.dirname(folder)) return null;
  }
}

async function ownVersion(name: OwnTool): Promise<string> {
  const folder = ownPackage(name);
  if (folder === null) return "the repository's own";
  const manifest = JSON.parse(await fs.readFile(path.join(folder, "package.json"), "utf8")) as { readonly version: string };
  return manifest.version;
}

export async function createNodeSandbox(options: NodeSandboxOptions = {}): Promise<Sandbox> {
  const tempRoot = await fs.realpath(options.tempRoot ?? os.tmpdir());
  const base = await fs.mkdtemp(path.join(tempRoot, "fixgate-"));
  const store = new DependencyStore(path.join(base, "dependencies"));
  const host: ProcessHost = {
    identity: {
      kind: "node",
      engine: `Node ${process.versions.node}`,
      vitest: await ownVersion("vitest"),
      typescript: await ownVersion("typescript"),
    },
    async prepare({ dependencies }) {
      const modules =
        options.nodeModules === undefined ? await store.modules(dependencies) : await fs.realpath(options.nodeModules);
      return ok({
        folder: (files) => nodeFolder(base, files, modules),
        lend: async (folder, tool) => {
          const own = ownPackage(tool);
          if (own === null) return false;
          const link = path.join(folder.root, "node_modules", tool);
          await fs.mkdir(path.dirname(link), { recursive: true });
          await fs.symlink(own, link);
          return true;
        },
        dispose: () => Promise.resolve(),
      });
    },
    dispose: () => fs.rm(base, { recursive: true, force: true }),
  };
  return createProcessSandbox(host, { now: () => performance.now(), token: () => randomBytes(16).toString("hex") });
}
