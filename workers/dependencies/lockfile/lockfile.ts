/**
 * What every lockfile says, in one form: which version of which package lies where in node_modules. The parsers beside it
 * differ; what is done with their result must not.
 */
import type { Result } from "../../../src/core/result.ts";

export type PackageOrigin =
  /** By name and version, from whatever registry is set. */
  | { readonly kind: "registry"; readonly resolved: string | null }
  /** An address of its own, not in a registry's form. */
  | { readonly kind: "url"; readonly url: string }
  /** A tarball in the repository's own tree. */
  | { readonly kind: "tree"; readonly path: string };

export interface LockedPackage {
  /** "node_modules/react", "packages/a/node_modules/react". */
  readonly location: string;
  readonly name: string;
  readonly version: string;
  /** As written: one or more of `sha512-…`, `sha1-…`, separated by spaces. Null where the lockfile has none. */
  readonly integrity: string | null;
  readonly origin: PackageOrigin;
  readonly optional: boolean;
  readonly platform: readonly string[];
  readonly hasInstallScript: boolean;
}

export interface Lockfile {
  /** "package-lock.json (version 3)". */
  readonly name: string;
  readonly packages: readonly LockedPackage[];
  readonly links: readonly { readonly location: string; readonly target: string }[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

export interface LockfileError {
  readonly message: string;
  readonly advice: string;
}

export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly packageManager?: string;
  readonly workspaces?: readonly string[] | { readonly packages?: readonly string[] };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Folder ("" is the root) to its package.json; those of node_modules and of test fixtures are not among them. */
export type Manifests = ReadonlyMap<string, Manifest>;

export type ParseLockfile = (text: string, manifests: Manifests) => Result<Lockfile, LockfileError>;

export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {};
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}

/** Name to range (or whatever the lockfile maps a name to), only where it is text. */
export function rangesOf(value: unknown): [string, string][] {
  return Object.entries(recordOf(value)).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/**
 * The kinds of machine that a package is built for, or none for one that runs anywhere. "!win32" excludes and does not
 * bind: such a package is not native.
 */
export function platformOf(entry: Json): string[] {
  return [...textsOf(entry["os"]), ...textsOf(entry["cpu"]), ...textsOf(entry["libc"])].filter(
    (each) => !each.startsWith("!") && each !== "any" && each !== "none",
  );
}

/** A tarball's address that a registry would give to this very package: then the registry may be another. */
export function originOf(resolved: string | null, name: string, version: string): PackageOrigin {
  if (resolved === null) return { kind: "registry", resolved: null };
  const file = /^file:(?:\.\/)?(.+\.(?:tgz|tar\.gz))$/.exec(resolved)?.[1];
  if (file !== undefined) return { kind: "tree", path: file };
  const base = name.slice(name.lastIndexOf("/") + 1);
  const bare = resolved.split("#", 1)[0] ?? resolved;
  return bare.endsWith(`/${name}/-/${base}-${version}.tgz`) || bare.includes(`/${encodeURIComponent(name)}/-/`)
    ? { kind: "registry", resolved: bare }
    : { kind: "url", url: bare };
}
