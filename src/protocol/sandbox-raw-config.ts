/**
 * A test configuration as it leaves the untrusted worker: plain data. `{ $function: name }` stands for a function,
 * `{ $pattern, $flags }` for a regular expression. The page reads it field by field and believes none of its types.
 */
export interface RawProject {
  readonly file: string | null;
  readonly root: string;
  /** Vite's part without plugins. */
  readonly vite: unknown;
  readonly test: unknown;
  readonly marks: readonly { readonly name: string; readonly fixgate: string; readonly options: unknown }[];
  /** Other plugins, with the hooks that they have and nobody ran. */
  readonly plugins: readonly { readonly name: string; readonly hooks: readonly string[] }[];
  readonly snapshotPaths: Readonly<Record<string, string>>;
}

export interface RawConfig {
  readonly file: string | null;
  readonly projects: readonly RawProject[];
  /** Imports that could not be loaded and the like. */
  readonly problems: readonly { readonly what: string; readonly advice: string }[];
}

/** A Jest project as its configuration file says it; `config` is plain data of any shape. */
export interface RawJestProject {
  readonly file: string | null;
  readonly root: string;
  readonly config: unknown;
}

export interface RawJestConfig {
  readonly file: string | null;
  readonly projects: readonly RawJestProject[];
  readonly problems: RawConfig["problems"];
}
