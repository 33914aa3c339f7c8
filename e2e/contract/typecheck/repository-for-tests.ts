/** A repository of a test, as the engine is shown it and on disk for the native program that it is compared with. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { NO_DEPENDENCIES } from "../dependencies-of.ts";
import { snapshotOf, type FilesOf } from "../snapshot-of.ts";
import type { Dependencies } from "../../../src/app/ports/index.ts";
import type { RepoPath } from "../../../src/core/snapshot/index.ts";
import { libsFromPack, OWN_LIBS } from "../../../workers/typecheck/libs.ts";
import { bytesReader } from "../../../workers/typecheck/pack-reader.ts";
import { dependencyFiles, repositoryOf, type Libs, type Repository } from "../../../workers/typecheck/repository.ts";

export const MODULES = path.resolve(import.meta.dirname, "../../../node_modules");

export interface Extras {
  readonly inputs?: FilesOf;
  readonly packageRoot?: RepoPath;
  readonly packed?: { readonly dependencies: Dependencies; readonly bytes: Uint8Array };
}

/** To be called once in a test file: the libraries are packed and a temporary folder is made before its tests. */
export function repositoryForTests(): {
  readonly inMemory: (files: FilesOf, extras?: Extras) => Repository;
  /** @returns its folder, with our own node_modules linked into it. */
  readonly onDisk: (files: FilesOf) => string;
} {
  let libs: Libs;
  let temporary: string;
  beforeAll(async () => {
    const { packLibs } = await import("../../../workers/build/typecheck.mjs");
    libs = { folder: OWN_LIBS, layer: libsFromPack(await packLibs()) };
    temporary = fs.mkdtempSync(path.join(os.tmpdir(), "fixgate-typecheck-"));
  });
  afterAll(() => {
    fs.rmSync(temporary, { recursive: true, force: true });
  });
  return {
    inMemory(files, { inputs = files, packageRoot, packed } = {}) {
      const snapshot = snapshotOf(files);
      const configuration = snapshotOf(inputs);
      const { dependencies, bytes } = packed ?? { dependencies: NO_DEPENDENCIES, bytes: new Uint8Array() };
      return repositoryOf(
        { snapshot: snapshot.entries, inputs: configuration.entries, packageRoot: packageRoot ?? "" },
        new Map([...snapshot.blobs, ...configuration.blobs]),
        dependencyFiles(dependencies, bytesReader(bytes)),
        libs,
      );
    },
    onDisk(files) {
      const folder = fs.mkdtempSync(path.join(temporary, "native-"));
      for (const [name, content] of Object.entries(files)) {
        fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        fs.writeFileSync(path.join(folder, name), content as string);
      }
      fs.symlinkSync(MODULES, path.join(folder, "node_modules"));
      return folder;
    },
  };
}
