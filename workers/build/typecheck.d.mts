export function packLibs(): Promise<Uint8Array>;
export function build(options?: { readonly outdir?: string }): Promise<void>;
