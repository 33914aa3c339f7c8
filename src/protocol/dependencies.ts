/** What the dependency worker is asked and answers. Blobs cross by reference; tokens cross here and nowhere else. */
import type { DependencyPackHeader } from "./pack.ts";

/**
 * Many files in one Blob. A Blob crosses to a worker by reference, and there a slice is read synchronously with
 * FileReaderSync, so nobody clones 80 MB into every test worker.
 */
export interface FilePack {
  /** [path relative to the repository root, offset, size] in bytes; sorted by path. */
  readonly index: readonly (readonly [path: string, offset: number, size: number])[];
  readonly blob: Blob;
}

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** "node_modules/react". */
  readonly location: string;
  readonly integrity: string | null;
}

export interface RegistrySettings {
  /** Address of the registry; empty: what the lockfile names, else the default of the build. */
  readonly registry: string;
  /** By scope ("@company"), for packages of that scope alone. */
  readonly scopes: Readonly<Record<string, string>>;
  /** By registry address. In memory only; sent to that registry alone. */
  readonly tokens: Readonly<Record<string, string>>;
}

export interface InstallRequest {
  /** Lockfiles at the root, by name. */
  readonly lockfiles: ReadonlyMap<string, string>;
  /** package.json by folder, "" being the root. */
  readonly manifests: ReadonlyMap<string, string>;
  /** Tarballs in the repository's own tree, by path. */
  readonly tarballs: ReadonlyMap<string, Uint8Array>;
  readonly settings: RegistrySettings;
  readonly defaultRegistry: string;
  /** Versions are then resolved from ranges as they are today, and the result says so. */
  readonly allowNoLockfile: boolean;
  readonly cacheLimitBytes: number;
}

export type InstallFailure =
  | { readonly kind: "no-lockfile"; readonly message: string; readonly advice: string }
  | { readonly kind: "unreadable-lockfile"; readonly message: string; readonly advice: string }
  | {
      readonly kind: "integrity";
      readonly name: string;
      readonly expected: string;
      readonly received: string;
      readonly message: string;
      readonly advice: string;
    }
  | { readonly kind: "registry"; readonly name: string; readonly message: string; readonly advice: string };

export type Installed = Omit<DependencyPackHeader, "index"> & {
  readonly files: { readonly index: readonly (readonly [path: string, offset: number, size: number])[]; readonly blob: Blob };
};

export type InstallAnswer =
  { readonly ok: true; readonly value: Installed } | { readonly ok: false; readonly error: InstallFailure };

export interface InstallProgress {
  readonly packagesDone: number;
  readonly packagesTotal: number;
  readonly bytes: number;
}

export interface DependencyWorkerApi {
  install(request: InstallRequest, onProgress: (progress: InstallProgress) => void): Promise<InstallAnswer>;
  cacheSize(): Promise<number>;
  clearCache(): Promise<void>;
}
