export function packRepository(folder: string, changes?: Readonly<Record<string, string | null>>): Buffer;
export function packDependencies(folder: string, options?: { readonly types?: boolean }): Buffer;
