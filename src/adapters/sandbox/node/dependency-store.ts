/** Dependencies on disk, once for each digest. Work folders link to them: writing 80 MB for every mutant would be the whole run. */
import fs from "node:fs/promises";
import path from "node:path";
import type { Dependencies } from "../../../app/ports/index.ts";

export class DependencyStore {
  readonly #root: string;
  readonly #known = new Map<string, Promise<string>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Absolute path of a folder that holds `node_modules` (and those of packages in a monorepo) as the index says. */
  modules(dependencies: Dependencies): Promise<string> {
    const known = this.#known.get(dependencies.digest) ?? this.#write(dependencies);
    this.#known.set(dependencies.digest, known);
    return known;
  }

  async #write({ digest, files, packages }: Dependencies): Promise<string> {
    const root = path.join(this.#root, digest.replace(/[^\w]/g, "-"));
    await fs.mkdir(path.join(root, "node_modules"), { recursive: true });
    const bytes = new Uint8Array(await files.blob.arrayBuffer());
    const folders = new Set<string>();
    for (const [name, offset, size] of files.index) {
      const target = path.join(root, name);
      if (!target.startsWith(root + path.sep)) throw new Error(`a dependency's file leaves its folder: ${name}`);
      const folder = path.dirname(target);
      if (!folders.has(folder)) {
        await fs.mkdir(folder, { recursive: true });
        folders.add(folder);
      }
      await fs.writeFile(target, bytes.subarray(offset, offset + size));
    }
    await Promise.all(packages.map(({ location }) => markPrograms(path.join(root, location))));
    return path.join(root, "node_modules");
  }
}

/** A pack has no modes: what a package names as `bin` is executable, as npm would make it. */
async function markPrograms(folder: string): Promise<void> {
  const text = await fs.readFile(path.join(folder, "package.json"), "utf8").catch(() => null);
  if (text === null) return;
  const { bin } = JSON.parse(text) as { readonly bin?: string | Readonly<Record<string, string>> };
  for (const program of typeof bin === "string" ? [bin] : Object.values(bin ?? {})) {
    await fs.chmod(path.join(folder, program), 0o755).catch(() => undefined); // Not every named program is shipped.
  }
}
