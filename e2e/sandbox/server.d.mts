export function serve(options: {
  readonly folders: readonly string[];
  readonly memory?: ReadonlyMap<string, Buffer | string>;
  /** Or the embedder policy for a browser, by how it names itself. */
  readonly isolated?: boolean | ((userAgent: string) => Readonly<Record<string, string>>);
}): Promise<{ readonly url: string; readonly memory: ReadonlyMap<string, Buffer | string>; close(): void }>;
