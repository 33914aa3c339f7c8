export function serve(options: {
  readonly folders: readonly string[];
  readonly memory?: ReadonlyMap<string, Buffer | string>;
  readonly isolated?: boolean;
}): Promise<{ readonly url: string; readonly memory: ReadonlyMap<string, Buffer | string>; close(): void }>;
